// What an eye, a hand and an ear notice: the page's title says whose turn it is; a short tone and a tap of the motor tell
// that something happened. The last two are off until chosen.
const main = document.getElementById("main");
const TONES = { tile: [220, 165], wall: [330, 415], card: [494], held: [392, 523], lost: [262, 175], turn: [523, 659, 784], end: [392, 523, 659, 784] };
const SHAKES = { lost: [30, 40, 60], turn: [20, 60, 20], end: [40, 60, 40, 60, 80] };
let context = null;
let shown = document.getElementById("panel")?.dataset.version;

// Only a tap may open a browser's ear; after it tones come by themselves.
function wake() {
  if (main.dataset.sound !== "1") return;
  context ??= new AudioContext();
  context.resume().catch(() => {});
}

function play(tones) {
  if (!context) return;
  tones.forEach((tone, i) => {
    const start = context.currentTime + i * 0.09;
    const source = new OscillatorNode(context, { type: "triangle", frequency: tone });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0.12, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.16);
    source.connect(volume).connect(context.destination);
    source.start(start);
    source.stop(start + 0.18);
  });
}

function notice() {
  const panel = document.getElementById("panel");
  if (!panel) return;
  if (panel.dataset.title) document.title = panel.dataset.title;
  if (panel.dataset.version === shown) return;
  shown = panel.dataset.version;
  const cue = panel.dataset.cue;
  if (!cue) return;
  if (main.dataset.sound === "1" && TONES[cue]) play(TONES[cue]);
  if (main.dataset.vibration === "1") navigator.vibrate?.(SHAKES[cue] ?? 15);
}

document.addEventListener("pointerdown", wake);
document.addEventListener("htmx:after:swap", notice);
