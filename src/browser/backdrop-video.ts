/*
 * The video behind a page, over the picture that stands in for it. Only pages with one load this, and the video comes
 * after everything else. Like `blocks.ts`, it shares no code with `page.ts`.
 */
const backdrop = document.querySelector<HTMLElement>(".backdrop[data-video]");
const button = document.querySelector<HTMLButtonElement>("button[data-motion]");
if (backdrop && button) whenUsable(() => start(backdrop, button));

/** A slow page's video must not wait for a moment that never comes. */
const IDLE_MS_MAX = 2000;

function whenUsable(action: () => void): void {
  const idle = () =>
    window.requestIdleCallback
      ? window.requestIdleCallback(action, { timeout: IDLE_MS_MAX })
      : setTimeout(action);
  if (document.readyState === "complete") idle();
  else addEventListener("load", idle, { once: true });
}

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? "");
}

/** The button's two labels change places. */
function label(button: HTMLButtonElement, isPaused: boolean): void {
  if (isPaused === (button.dataset.paused !== undefined)) return;
  const before = button.getAttribute("aria-label") ?? "";
  button.setAttribute("aria-label", button.dataset.motion ?? "");
  button.dataset.motion = before;
  button.toggleAttribute("data-paused", isPaused);
}

/** A video that doesn't come from the CDN may come from here. */
function triesOriginal(video: HTMLVideoElement, backdrop: HTMLElement): boolean {
  const { original } = backdrop.dataset;
  delete backdrop.dataset.original;
  if (original) video.src = original;
  return Boolean(original);
}

function start(backdrop: HTMLElement, button: HTMLButtonElement): void {
  const wishes = [
    "(prefers-reduced-motion:reduce)",
    "(prefers-reduced-data:reduce)",
    "(forced-colors:active)",
  ];
  const stills = wishes.map((wish) => matchMedia(wish));
  /** Null if it can't be played. */
  let video: HTMLVideoElement | null | undefined;
  let isStopped = false;

  const show = () => label(button, isStopped || !video || video.paused);
  const giveUp = () => {
    video?.remove();
    video = null;
    button.hidden = true;
    delete backdrop.dataset.moving;
  };
  const create = () => {
    const made = videoIn(backdrop);
    made.addEventListener("playing", () => {
      backdrop.dataset.moving = "";
      show();
    });
    made.addEventListener("pause", show);
    made.addEventListener("error", () => (triesOriginal(made, backdrop) ? update() : giveUp()));
    return made;
  };
  const update = () => {
    if (video === null) return;
    const isStill = savesData() || stills.some(({ matches }) => matches);
    button.hidden = isStill;
    if (isStill || isStopped || document.visibilityState === "hidden") {
      video?.pause();
      if (isStill) delete backdrop.dataset.moving;
      return;
    }
    video ??= create();
    video.play().catch((error: unknown) => {
      // Phones that save power play nothing by themselves. The picture stays until the visitor wants more.
      if (error instanceof DOMException && error.name === "NotAllowedError") isStopped = true;
      show();
    });
  };

  button.addEventListener("click", () => {
    isStopped = button.dataset.paused === undefined;
    update();
    show();
  });
  document.addEventListener("visibilitychange", update);
  addEventListener("pageshow", update);
  // Old web views only have the deprecated `addListener`.
  for (const still of stills) still.addEventListener?.("change", update);
  update();
}

/** Some web views go by the attributes, and open whatever has sound, or isn't inline, on top of everything. */
function videoIn(backdrop: HTMLElement): HTMLVideoElement {
  const video = document.createElement("video");
  video.muted = true;
  video.loop = true;
  video.tabIndex = -1;
  video.disablePictureInPicture = true;
  for (const name of ["muted", "loop", "playsinline", "webkit-playsinline", "disableremoteplayback"])
    video.setAttribute(name, "");
  video.preload = "auto";
  video.src = backdrop.dataset.video ?? "";
  backdrop.append(video);
  return video;
}
