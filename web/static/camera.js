// This computer's camera before the virtual table: small grey pictures go to the table while
// something moves, and nowhere else. Off until somebody asks for it, and again when nobody plays.

const card = document.getElementById("camera-card");
const button = document.getElementById("camera");
const says = document.getElementById("camera-says");
const video = document.getElementById("eye");

const PERIOD = 180; // milliseconds between two looks
const GOES_ON = 1800; // so long pictures are sent after the last movement
const SIGN = 4000; // a picture is sent at least so often
const REST = 10 * 60 * 1000; // nothing moves for so long: nobody plays
const CHANGED = 14; // of 255: a camera's grain changes less
const [WIDTH, SMALL] = [1280, [64, 36]];
const HERE = Math.random().toString(36).slice(2); // this window

let stream = null;
let timer = 0;
let before = null;
let [moved, sent] = [0, 0];
let underway = false;

const small = Object.assign(document.createElement("canvas"), { width: SMALL[0], height: SMALL[1] });
const large = document.createElement("canvas");

card.hidden = !navigator.mediaDevices?.getUserMedia;

button.addEventListener("click", () => (stream ? stop() : start()));
addEventListener("pagehide", () => stream && stop());

async function start() {
  button.disabled = true;
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { width: { ideal: WIDTH }, height: { ideal: 720 }, facingMode: "environment" },
    });
  } catch (error) {
    tell({ NotAllowedError: "refused", NotReadableError: "busy" }[error.name] ?? "none");
    return;
  } finally {
    button.disabled = false;
  }
  stream.getVideoTracks()[0].addEventListener("ended", () => stop("busy"));
  video.srcObject = stream;
  await video.play();
  before = null;
  moved = sent = 0;
  show();
  tell("on");
  timer = setInterval(look, PERIOD);
}

function stop(why) {
  clearInterval(timer);
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = video.srcObject = null;
  show();
  tell(why ?? "");
  fetch(`/virtual/camera?off=1&window=${HERE}`, { method: "POST", keepalive: true }).catch(() => null);
}

function show() {
  button.setAttribute("aria-pressed", String(Boolean(stream)));
  button.textContent = stream ? button.dataset.stop : button.dataset.use;
  video.parentElement.hidden = !stream;
  card.classList.toggle("on", Boolean(stream));
}

function tell(word, text = "") {
  says.textContent = text || (word ? says.dataset[word] : "");
}

// Darker or lighter anywhere than a moment ago?
function moves() {
  const brush = small.getContext("2d", { willReadFrequently: true });
  brush.drawImage(video, 0, 0, ...SMALL);
  const { data } = brush.getImageData(0, 0, ...SMALL);
  const grey = Uint8Array.from({ length: data.length / 4 }, (_, at) => data[4 * at + 1]);
  const last = before;
  before = grey;
  return !last || grey.some((light, at) => Math.abs(light - last[at]) > CHANGED);
}

async function look() {
  const now = performance.now();
  if (moves()) moved = now;
  if (now - moved > REST) return stop("rested");
  if (underway || (now - moved > GOES_ON && now - sent < SIGN)) return;
  underway = true;
  sent = now;
  try {
    await send(await picture());
  } catch {
    if (stream) tell("lost");
  } finally {
    underway = false;
  }
}

function picture() {
  const scale = Math.min(1, WIDTH / video.videoWidth);
  large.width = Math.round(video.videoWidth * scale);
  large.height = Math.round(video.videoHeight * scale);
  const brush = large.getContext("2d");
  brush.filter = "grayscale(1)"; // where a browser has no filters, the picture is a little larger
  brush.drawImage(video, 0, 0, large.width, large.height);
  return new Promise((done) => large.toBlob(done, "image/jpeg", 0.7));
}

async function send(picture) {
  const zone = document.querySelector("[name=zone]:checked")?.value ?? "";
  const asked = new URLSearchParams({ zone, window: HERE });
  const answer = await fetch(`/virtual/camera?${asked}`, {
    method: "POST",
    body: picture,
    headers: { Accept: "application/json", "Content-Type": "image/jpeg" },
  });
  const told = await answer.json();
  if (!stream) return;
  video.parentElement.classList.toggle("seen", told.seen > 0);
  tell(told.seen ? "seen" : "on", answer.ok ? told.fault : told.error.message);
}
