// The screen stays on while a table is open, where the browser allows it: only on secure addresses, from the first tap on.
let lock = null;
let wanted = false;

async function ask() {
  if (!wanted || lock || document.visibilityState !== "visible" || !navigator.wakeLock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => (lock = null));
  } catch {
    // a low battery may refuse; the table works all the same
  }
}

document.addEventListener("pointerdown", () => {
  wanted = true;
  ask();
});
document.addEventListener("visibilitychange", ask);

// A page on which nobody taps, such as the big display, asks by itself.
export function stay() {
  wanted = true;
  ask();
}
