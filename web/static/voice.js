// The table is read out with the browser's own voice, and moments that matter have a soft sound. Both
// are quiet until somebody touches a button, and again with the next touch. Texts come from the table.

const listening = document.getElementById("voice");
const LISTENED = "listened"; // a page that opens itself anew goes on as it was
const LOUDNESS = 0.12;
// Of each note: when it begins, how high it is, how long it lasts, and its shape.
const SOUNDS = {
  die: [[0, 210, 0.05, "triangle"], [0.09, 180, 0.05, "triangle"], [0.2, 150, 0.12, "triangle"]],
  blow: [[0, 196, 0.5, "sine"], [0.28, 147, 0.9, "sine"]],
  threshold: [[0, 330, 0.25, "sine"], [0.18, 392, 0.25, "sine"], [0.36, 466, 0.6, "sine"]],
  end: [[0, 262, 0.5, "sine"], [0.2, 330, 0.5, "sine"], [0.4, 392, 0.5, "sine"], [0.6, 523, 1.2, "sine"]],
};
let heardUntil = "";
let sounding = null; // an AudioContext, which a touch must have allowed

const switchOf = (name) => listening?.querySelector(`[data-listen=${name}]`);
const isOn = (name) => switchOf(name)?.getAttribute("aria-pressed") === "true";

function turn(name, on) {
  switchOf(name).setAttribute("aria-pressed", on);
  sessionStorage.setItem(LISTENED, ["voice", "sounds"].filter(isOn).join(" "));
  if (name === "sounds") on ? (sounding ??= new AudioContext()).resume() : sounding?.suspend();
  if (name === "voice") speechSynthesis.cancel();
  if (name === "voice" && on) heardUntil = "";
  if (on) tellAloud();
}

// Whoever follows the table calls this when something may have happened.
async function tellAloud() {
  if (!isOn("voice") && !isOn("sounds")) return;
  const answer = await fetch(`/api/spoken?since=${heardUntil}`, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  const { at, voice, happened, to_do, moments } = await answer.json();
  if (at === heardUntil) return;
  const first = !heardUntil;
  heardUntil = at;
  if (isOn("sounds")) moments.forEach((moment, place) => play(SOUNDS[moment], place * 0.7));
  if (isOn("voice") && (first || happened.length || to_do.length)) read([...happened, ...to_do], voice);
}

// The newest matters: what is still being said about an earlier moment is cut short.
function read(sentences, voice) {
  speechSynthesis.cancel();
  for (const sentence of sentences) {
    const said = new SpeechSynthesisUtterance(sentence);
    said.lang = voice;
    said.addEventListener("error", ({ error }) => error === "not-allowed" && turn("voice", false));
    speechSynthesis.speak(said);
  }
}

function play(notes, later) {
  for (const [begins, pitch, lasts, type] of notes) {
    const at = sounding.currentTime + later + begins;
    const tone = new OscillatorNode(sounding, { type, frequency: pitch });
    const swell = new GainNode(sounding, { gain: 0 });
    swell.gain.linearRampToValueAtTime(LOUDNESS, at + 0.02);
    swell.gain.setValueAtTime(LOUDNESS, at + 0.02);
    swell.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
    tone.connect(swell).connect(sounding.destination);
    tone.start(at);
    tone.stop(at + lasts);
  }
}

if (listening) {
  const before = (sessionStorage.getItem(LISTENED) ?? "").split(" ");
  for (const [name, there] of [["voice", "speechSynthesis" in window], ["sounds", "AudioContext" in window]]) {
    switchOf(name).hidden = !there;
    switchOf(name).addEventListener("click", () => turn(name, !isOn(name)));
    if (there && before.includes(name)) turn(name, true);
  }
  delete listening.dataset.asleep; // its place is kept until then, so nothing moves
}
