// The screen stays on while it is this phone's turn: by the browser's Wake Lock, and by NoSleep.js where that is missing, as
// at plain http addresses. Both may be refused, by a low battery or before the first tap; the table works all the same.
const main = document.getElementById("main");
const native = "wakeLock" in navigator;
let tapped = false;
let always = false;
let lock = null; // the browser's
let film = null; // the library's
let asking = false;

function called() {
  const panel = document.getElementById("panel"); // of class `other` where this phone may tap, but it is another's turn
  return ["play", "handover", "covered"].includes(panel?.dataset.mode) && !panel.classList.contains("other");
}
const needed = () => !document.hidden && (always || (tapped && main.dataset.awake !== "0" && called()));

async function settle() {
  if (asking) return;
  asking = true;
  try {
    if (native && needed() && !lock) {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => (lock = null));
    } else if (native && !needed()) await lock?.release();
    else if (film && needed() && !film.isEnabled) await film.enable();
    else if (film?.isEnabled && !needed()) film.disable();
  } catch {
    // the next tap asks again
  } finally {
    asking = false;
  }
}

if (!native) {
  const library = document.createElement("script");
  library.src = new URL("../vendor/nosleep/NoSleep.min.js", import.meta.url);
  library.onload = () => (film = new NoSleep());
  document.head.append(library); // now, for it to be there at the first tap: only then may a film begin
}

document.addEventListener("click", () => {
  tapped = true;
  settle();
});
document.addEventListener("visibilitychange", settle);
document.addEventListener("htmx:after:swap", settle);

// A page on which nobody taps, such as the big display, asks by itself.
export function stay() {
  always = true;
  settle();
}
