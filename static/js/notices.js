// Says what went wrong when an answer is not drawn into the page: the server's sentence, or that it cannot be reached.
const place = document.getElementById("notices");
let timer = 0;

export function say(text, kind = "") {
  const line = document.createElement("p");
  line.className = `notice ${kind}`;
  line.textContent = text;
  clearTimeout(timer);
  place.replaceChildren(line);
  timer = setTimeout(() => place.replaceChildren(), 8000);
}

const drawn = (status) => status < 400 || status === 409 || status === 422; // as in the page's htmx-config

document.addEventListener("htmx:response:error", ({ detail: { ctx } }) => {
  if (drawn(ctx.response.raw.status)) return;
  const answer = new DOMParser().parseFromString(ctx.text ?? "", "text/html").querySelector(".notice, h1 + p");
  if (answer) say(answer.textContent.trim(), "bad");
});

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.request) place.replaceChildren(); // an answer has come: it is as it should be again
});
document.addEventListener("htmx:error", () => say(place.dataset.offline, "bad"));
addEventListener("online", () => place.textContent.trim() === place.dataset.offline && place.replaceChildren());
