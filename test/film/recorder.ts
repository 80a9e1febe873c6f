import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";

export const WIDTH = 1280;
export const HEIGHT = 720;
const FRAMES_PER_SECOND = 12;
const PHONE = { width: 390, height: 844 };
/** Where the phone's screen is on a frame. */
const SCREEN = { left: 492, top: 36, width: 296, height: 641, radius: 34 };

/** Shoots the film frame by frame, so that it runs smoothly however slow the machine is. */
export class FilmRecorder {
  readonly #film;
  #frames = 0;
  #last: Buffer | undefined;
  #pointer = { x: WIDTH / 2, y: HEIGHT / 2 };
  readonly cues: { from: number; to: number; caption: string }[] = [];

  constructor(path: string) {
    const input = ["-f", "image2pipe", "-c:v", "mjpeg", "-r", String(FRAMES_PER_SECOND), "-i", "-"];
    const output = ["-c:v", "libx264", "-preset", "slow", "-crf", "27", "-pix_fmt", "yuv420p"];
    const args = ["-y", "-loglevel", "error", ...input, ...output, "-movflags", "+faststart", path];
    this.#film = spawn("ffmpeg", args, { stdio: ["pipe", "inherit", "inherit"] });
  }

  /** Plays a scene under its caption. */
  async scene(caption: string, play: () => Promise<void>): Promise<void> {
    const from = this.#frames;
    await play();
    this.cues.push({
      from: from / FRAMES_PER_SECOND,
      to: (this.#frames - 1) / FRAMES_PER_SECOND,
      caption,
    });
  }

  /**
   * Films the page in its current state for `seconds`. Calls `before` ahead of every frame, with the progress
   * from 0 to 1.
   */
  async shoot(page: Page, seconds: number, before?: (progress: number) => Promise<unknown>): Promise<void> {
    const count = Math.max(1, Math.round(seconds * FRAMES_PER_SECOND));
    for (let index = 0; index < count; index++) {
      await before?.(count === 1 ? 1 : index / (count - 1));
      await this.#take(page);
    }
  }

  /** Scrolls the page, or its scrollable part, to `top`. */
  async scroll(page: Page, top: number, seconds = 1.2): Promise<void> {
    const from = await page.evaluate(() => scrollY);
    await this.shoot(page, seconds, (progress) =>
      page.evaluate((y) => scrollTo({ top: y, behavior: "instant" }), from + (top - from) * ease(progress)),
    );
  }

  /** Moves the pointer to the middle of `target` and clicks. */
  async click(page: Page, target: Locator): Promise<void> {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (!box) throw new Error(`${target} is not on the screen`);
    const from = this.#pointer;
    const to = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await this.shoot(page, 0.7, (progress) => {
      const part = ease(progress);
      return showPointer(page, { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
    });
    this.#pointer = to;
    await target.click();
    await this.shoot(page, 0.5);
  }

  async type(page: Page, target: Locator, text: string): Promise<void> {
    await this.click(page, target);
    for (const letter of text) {
      await page.keyboard.type(letter);
      await this.shoot(page, 1 / FRAMES_PER_SECOND);
    }
  }

  /** The last frame, for the poster. */
  get last(): Buffer {
    if (!this.#last) throw new Error("nothing has been filmed yet");
    return this.#last;
  }

  async end(): Promise<void> {
    this.#film.stdin.end();
    const [status] = await once(this.#film, "close");
    if (status !== 0) throw new Error(`ffmpeg ended with ${status}`);
  }

  async #take(page: Page): Promise<void> {
    const shot = await page.screenshot({ type: "jpeg", quality: 92 });
    const isPhone = page.viewportSize()?.width === PHONE.width;
    this.#last = isPhone ? await inPhone(shot) : shot;
    this.#frames += 1;
    if (!this.#film.stdin.write(this.#last)) await once(this.#film.stdin, "drain");
  }
}

function ease(progress: number): number {
  return progress < 0.5 ? 2 * progress ** 2 : 1 - (2 - 2 * progress) ** 2 / 2;
}

/** The page itself draws the pointer, because screenshots don't have one. */
function showPointer(page: Page, at: { x: number; y: number }): Promise<void> {
  return page.evaluate(({ x, y }) => {
    const known = document.querySelector<HTMLElement>("[data-pointer]");
    const pointer = known ?? document.body.appendChild(document.createElement("div"));
    pointer.dataset.pointer = "";
    Object.assign(pointer.style, {
      position: "fixed",
      zIndex: "99999",
      left: `${x - 11}px`,
      top: `${y - 11}px`,
      width: "22px",
      height: "22px",
      borderRadius: "50%",
      border: "2px solid #fff",
      background: "#602bc4bb",
      boxShadow: "0 2px 10px #0006",
      pointerEvents: "none",
    });
  }, at);
}

const STAGE = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<defs><radialGradient id="g" cx="50%" cy="45%" r="75%"><stop offset="0" stop-color="#7c3aed"/><stop offset="1" stop-color="#23104f"/></radialGradient></defs>
<rect width="100%" height="100%" fill="url(#g)"/>
${[210, 330, 450, 570].map((r) => `<circle cx="640" cy="356" r="${r}" fill="none" stroke="#ffffff" stroke-opacity=".07" stroke-width="2"/>`).join("")}
<rect x="${SCREEN.left - 11}" y="${SCREEN.top - 11}" width="${SCREEN.width + 22}" height="${SCREEN.height + 22}" rx="${SCREEN.radius + 10}" fill="#0c0716"/>
</svg>`;
const MASK = `<svg xmlns="http://www.w3.org/2000/svg" width="${SCREEN.width}" height="${SCREEN.height}"><rect width="100%" height="100%" rx="${SCREEN.radius}"/></svg>`;

async function inPhone(shot: Buffer): Promise<Buffer> {
  const { width, height, left, top } = SCREEN;
  const screen = await sharp(shot)
    .resize(width, height, { fit: "cover", position: "top" })
    .composite([{ input: Buffer.from(MASK), blend: "dest-in" }])
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(Buffer.from(STAGE))
    .composite([{ input: screen, left, top }])
    .jpeg({ quality: 92 })
    .toBuffer();
}
