// What the person is told of the connection: only when it is lost for longer than a moment, and when it is over.
const line = document.getElementById("live");
const seconds = (name) => Number(line.dataset[name]) * 1000;
let patience = 0;
export const connection = { over: false, heard: 0 }; // whether this page has no place at the table any more; when something came last

export function lose() {
  if (!patience && !connection.over) patience = setTimeout(() => (line.textContent = line.dataset.lost), seconds("patience"));
}

export function found() {
  connection.heard = performance.now();
  clearTimeout(patience);
  patience = 0;
  if (!connection.over && line.textContent) line.textContent = "";
}

export function end({ say, to, word }) {
  connection.over = true;
  clearTimeout(patience);
  const way = document.createElement("a");
  way.className = "button";
  way.href = to ?? `/t/${line.dataset.code}/join`;
  way.textContent = word ?? (to ? line.dataset.home : line.dataset.door);
  line.classList.add("over");
  line.replaceChildren(say ?? (to ? line.dataset.gone : line.dataset.closed), way);
}
