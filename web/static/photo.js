// A phone's picture is made smaller before it is sent, and sent as soon as it was taken: a code needs
// some three dots for each of its squares, which is far less than a phone's camera gives.

const form = document.getElementById("photo");
const chosen = form?.querySelector("input[type=file]");
const LONGEST = 3000; // dots

async function send() {
  const [file] = chosen.files;
  if (!file) return;
  const small = await shrunk(file).catch(() => null); // a browser that cannot sends it as it is
  if (small) {
    const files = new DataTransfer();
    files.items.add(new File([small], "photo.jpg", { type: "image/jpeg" }));
    chosen.files = files.files;
  }
  form.requestSubmit();
}

chosen?.addEventListener("change", send);
if (chosen) send(); // who was quicker than this script has chosen already

async function shrunk(file) {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const brush = canvas.getContext("2d");
  brush.filter = "grayscale(1)";
  brush.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed()), "image/jpeg", 0.8),
  );
}
