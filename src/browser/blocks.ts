/*
 * The script of blocks that do more with JavaScript: players that load when they're pressed, countdowns that
 * tick, and maps. Only pages with such a block load it. It shares no code with `page.ts`, since that would
 * become one more file for every page.
 */
import { API_PATH, CLICKS_PATH } from "#src/lib/paths.ts";

const PLAYER_MAY = "autoplay; encrypted-media; fullscreen; picture-in-picture; clipboard-write";
/** A player may open its own page in a new tab, but never take this one along. */
const PLAYER_SANDBOX =
  "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms";
const REFERRER_CHARS_MAX = 500;
const SECOND_MS = 1000;

const main = document.querySelector<HTMLElement>("main[data-profile]");
if (main) {
  // Before the page's own handler, which would open the link.
  main.addEventListener("click", play, true);
  for (const block of main.querySelectorAll<HTMLElement>("[data-ends]")) tick(block);
  if (isApple()) for (const card of main.querySelectorAll<HTMLElement>("[data-map]")) preferAppleMaps(card);
}

function play(event: MouseEvent): void {
  const card = event.target instanceof Element ? event.target.closest<HTMLElement>("a[data-embed]") : null;
  const { button, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (!card || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
  event.preventDefault();
  event.stopPropagation();
  const { embed = "", shape = "wide", title = "", link = "" } = card.dataset;
  const player = document.createElement("iframe");
  player.src = embed;
  player.title = title;
  player.allow = PLAYER_MAY;
  player.setAttribute("sandbox", PLAYER_SANDBOX);
  player.referrerPolicy = "strict-origin-when-cross-origin";
  const frame = document.createElement("div");
  frame.className = `frame ${shape}`;
  frame.append(player);
  card.replaceWith(frame);
  player.focus();
  count(link);
}

function count(link_id: string): void {
  const event = {
    id: randomId(),
    link_id,
    session_id: sessionId(),
    referrer: document.referrer.slice(0, REFERRER_CHARS_MAX) || undefined,
    query: /utm_/i.test(location.search) ? location.search.slice(0, 2000) : undefined,
  };
  // Failures don't matter to the visitor.
  void fetch(API_PATH + CLICKS_PATH, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ events: [event] }),
    keepalive: true,
  }).catch(() => undefined);
}

function randomId(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-8$4-");
}

/** The page's own script keeps the visit's id, unless storage is off. */
function sessionId(): string {
  try {
    return sessionStorage.getItem("session_id") ?? randomId();
  } catch {
    return randomId();
  }
}

function tick(block: HTMLElement): void {
  const clock = block.querySelector<HTMLElement>(".left");
  const left = Date.parse(block.dataset.ends ?? "") - Date.now();
  if (!clock || Number.isNaN(left)) return;
  if (left <= 0) {
    const over = block.querySelector<HTMLElement>("[data-over]");
    if (over) over.hidden = false;
    for (const part of block.children) if (part !== over) (part as HTMLElement).hidden = true;
    return;
  }
  clock.textContent = clockText(left);
  setTimeout(() => tick(block), (left % SECOND_MS) + 1);
}

/** “3 days 04:05:06” */
function clockText(left: number): string {
  const seconds = Math.floor(left / SECOND_MS);
  const days = Math.floor(seconds / 86_400);
  const parts = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60];
  const time = parts.map((part) => String(part).padStart(2, "0")).join(":");
  return days > 0 ? `${days} day${days === 1 ? "" : "s"} ${time}` : time;
}

/** iPads say that they're Macs, but no Mac has a touch screen. */
function isApple(): boolean {
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  );
}

function preferAppleMaps(card: HTMLElement): void {
  card.dataset.url = `https://maps.apple.com/?q=${encodeURIComponent(card.dataset.map ?? "")}`;
}
