// Keeps the offline page on this phone. Browsers allow it only over https and on this very machine.
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/worker.js").catch(() => {});
