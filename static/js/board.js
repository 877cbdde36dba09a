// A tap on the board asks for what changes instead of a whole page. Without this script its links lead to pages.
const main = document.getElementById("main");

document.addEventListener("click", (event) => {
  const link = event.target.closest?.(".board a");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || !window.htmx) return;
  event.preventDefault();
  window.htmx.ajax("GET", link.getAttribute("href"), { source: main, target: main, swap: "none" });
});
