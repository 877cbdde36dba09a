// Runs only in browsers that know no modules, such as an old TV's: looks every few seconds whether the page is another.
(function () {
  var shown = null;
  function look() {
    var ask = new XMLHttpRequest();
    ask.open("GET", location.href);
    ask.onload = function () {
      if (ask.status !== 200) return;
      if (shown !== null && shown !== ask.responseText) location.reload();
      shown = ask.responseText;
    };
    ask.send();
  }
  look();
  setInterval(look, 5000);
})();
