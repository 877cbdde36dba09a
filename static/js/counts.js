// Numbers of pieces with a button on each side, and their sum below. Without this file the numbers are typed.
const total = document.querySelector("[data-total]");
const inputs = [...document.querySelectorAll(".counter input")];

const sum = () => {
  const pieces = inputs.reduce((all, input) => all + (Number(input.value) || 0), 0);
  total.textContent = total.dataset.total.replace("{n}", pieces);
  for (const input of inputs) input.closest(".pick-one").classList.toggle("some", Number(input.value) > 0);
};

for (const button of document.querySelectorAll("[data-step]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const input = document.getElementById(button.getAttribute("aria-controls"));
    if (Number(button.dataset.step) > 0) input.stepUp();
    else input.stepDown();
    sum();
  });
}
addEventListener("input", sum);
sum();
