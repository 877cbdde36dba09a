// Keeps the list of people fresh while somebody looks at it, unless something of it is open or under the finger.
const EVERY = 3000; // milliseconds
const shown = document.getElementById("persons");
const page = location.pathname.replace(/\/people\/.*/, "/people"); // a refusal has the address of its form

const busy = () => shown.matches(":active") || shown.querySelector("details[open]");

async function look() {
  if (document.hidden) return;
  const answer = await fetch(page, { headers: { Accept: "text/html" } });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("persons");
  if (answer.redirected && !fresh) location.assign(answer.url); // this phone has no place here any more
  else if (busy()) return; // asking was worth it all the same: the others see that this person is here
  else if (fresh && fresh.innerHTML !== shown.innerHTML) shown.replaceChildren(...fresh.childNodes);
}

if (shown) setInterval(() => look().catch(() => {}), EVERY);
