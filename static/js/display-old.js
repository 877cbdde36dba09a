// Runs only in browsers that know no modules, such as an old TV's: asks every few seconds whether there is something new.
(function () {
  var have = document.getElementById("have");
  var shows = "?as=board&away&at=" + have.getAttribute("data-at") + "&have=" + encodeURIComponent(have.value);
  setInterval(function () {
    var ask = new XMLHttpRequest();
    ask.open("GET", location.pathname.replace(/board$/, "news") + shows);
    ask.onload = function () {
      if (ask.status !== 204 && ask.status < 500) location.reload();
    };
    ask.send();
  }, 4000);
})();
