import type { PastEvent } from "#src/features/insights/clicks/import.ts";
import { uuidv7 } from "#src/lib/ids.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { type Agent, BOTS } from "./agents.ts";
import type { Audience } from "./audience.ts";
import { CITIES, type CityName } from "./cities.ts";
import type { Creator } from "./creators.ts";
import { type Random, seededRandom, weighted } from "./random.ts";
import { SOURCES, type SourceName } from "./sources.ts";

/** The days that the demo shows, preceded by as many quieter ones to compare with. */
const GROWTH_DAYS = 90;
export const TRAFFIC_DAYS = 2 * GROWTH_DAYS;

const HOUR_MS = DAY_MS / 24;
/** The remaining share of a spike on the following days. */
const SPIKE_FADES = [1, 0.45, 0.2, 0.08];
/** The share of a spike's clicks on its own link. */
const SPIKE_LINK_SHARE = 0.6;
const RETURNING_SHARE = 0.13;
const RELOADING_SHARE = 0.05;
const SECOND_CLICK_SHARE = 0.2;
const BOT_SHARE = 0.025;
const BOT_CLICKS = 0.15;
const BOT_CITIES: readonly CityName[] = ["seattle", "austin", "dublin"];

interface Occasion {
  creator: Creator;
  user_id: string;
  now: Date;
  /** Full days before today. */
  days?: number;
}

type Who = Pick<PastEvent, "session_id" | "user_agent" | "client" | "referrer" | "place"> & {
  visitor: string;
  utcOffset: number;
  /** The share of visits that end in a click. */
  clicks: number;
  link?: string | undefined;
};

interface Scene {
  creator: Creator;
  user_id: string;
  chance: Random;
  events: PastEvent[];
  pickCity(chance: Random): CityName;
  pickSource(chance: Random): SourceName;
  pickHour(chance: Random): number;
  pickLink(chance: Random): string;
}

/** Returns a creator's views and clicks up to now, in order of time, independent of the machine. */
export function makeTraffic({ creator, user_id, now, days = TRAFFIC_DAYS }: Occasion): PastEvent[] {
  const { audience, links } = creator;
  const scene: Scene = {
    creator,
    user_id,
    chance: seededRandom(Number.parseInt(creator.id.slice(-5), 16)),
    events: [],
    pickCity: weighted(entriesOf(audience.cities)),
    pickSource: weighted(entriesOf(audience.sources)),
    pickHour: weighted(audience.hours.map((weight, hour) => [hour, weight] as const)),
    pickLink: weighted(links.map(({ id, weight }) => [id, weight] as const)),
  };
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  for (let daysAgo = days; daysAgo >= 0; daysAgo--) makeDay(scene, today - daysAgo * DAY_MS, daysAgo);
  return scene.events.filter(({ at }) => at <= now.getTime()).sort((a, b) => a.at - b.at);
}

function entriesOf<Name extends string>(weights: Partial<Record<Name, number>>): [Name, number][] {
  return Object.entries(weights) as [Name, number][];
}

function makeDay(scene: Scene, day: number, daysAgo: number): void {
  const { chance } = scene;
  const { audience } = scene.creator;
  const seen: Who[] = [];
  const usual = usualViews(audience, day, daysAgo) * (0.88 + 0.24 * chance.next());
  for (let visit = 0; visit < usual; visit++) {
    const returning = seen.length > 0 && chance.next() < RETURNING_SHARE;
    const who = returning ? again(scene, seen) : newVisitor(scene, scene.pickSource(chance));
    seen.push(who);
    makeVisit(scene, who, day);
  }
  for (const { daysAgo: begun, times, source, link } of audience.spikes) {
    const more = usual * (times - 1) * (SPIKE_FADES[begun - daysAgo] ?? 0);
    for (let visit = 0; visit < more; visit++) {
      makeVisit(scene, { ...newVisitor(scene, source), link: scene.creator.links[link]?.id }, day);
    }
  }
  for (let visit = 0; visit < usual * BOT_SHARE; visit++) makeVisit(scene, newBot(scene), day);
}

/** Growth, and the rhythm of the week. */
function usualViews({ viewsPerDay: [then, now], week }: Audience, day: number, daysAgo: number): number {
  const grown = 1 - daysAgo / GROWTH_DAYS;
  const views = grown < 0 ? then * Math.max(0, 1 + grown) ** 3 : then + (now - then) * grown ** 1.2;
  return views * (week[new Date(day).getUTCDay()] ?? 1);
}

const pickers = new Map<string, (chance: Random) => Agent>();

/** Picks one of the programs in which the source's pages open, on a phone that's common there. */
function pickAgent(scene: Scene, source: SourceName, iphones: number): Agent {
  const others = scene.chance.next() < iphones ? "android" : "ios";
  const key = `${source} ${others}`;
  let pick = pickers.get(key);
  if (!pick) {
    const agents: readonly Agent[] = SOURCES[source].agents;
    pick = weighted(agents.map((agent) => [agent, agent.client.os === others ? 0 : agent.weight] as const));
    pickers.set(key, pick);
  }
  return pick(scene.chance);
}

function newVisitor(scene: Scene, source: SourceName): Who {
  const { place, utcOffset, iphones } = CITIES[scene.pickCity(scene.chance)];
  const { user_agent, client } = pickAgent(scene, source, iphones);
  const { referrer } = SOURCES[source];
  const clicks = scene.creator.audience.clicks * SOURCES[source].clicks;
  return { ...named(scene), user_agent, client, referrer, place, utcOffset, clicks };
}

const pickBot = weighted(BOTS.map((agent) => [agent, agent.weight] as const));
const pickBotCity = weighted(BOT_CITIES.map((city) => [city, 1] as const));

function newBot(scene: Scene): Who {
  const { place, utcOffset } = CITIES[pickBotCity(scene.chance)];
  const { user_agent, client } = pickBot(scene.chance);
  return { ...named(scene), user_agent, client, referrer: "", place, utcOffset, clicks: BOT_CLICKS };
}

/** Picks a repeat visitor from the same day, in a new tab and therefore another session. */
function again(scene: Scene, seen: readonly Who[]): Who {
  const who = seen[Math.floor(scene.chance.next() * seen.length)] ?? newVisitor(scene, "direct");
  return { ...who, session_id: randomName(scene.chance) };
}

function named({ chance }: Scene): { session_id: string; visitor: string } {
  return { session_id: randomName(chance), visitor: randomName(chance) };
}

function randomName(chance: Random): string {
  const bytes = Buffer.alloc(16);
  chance.fill(bytes);
  return bytes.toString("base64url");
}

/** Adds one view of the page, sometimes a second one, and the clicks that follow. */
function makeVisit(scene: Scene, who: Who, day: number): void {
  const { chance, events } = scene;
  const local = (scene.pickHour(chance) + chance.next() - who.utcOffset) * HOUR_MS;
  let at = Math.floor(day + ((local + DAY_MS) % DAY_MS));
  const view = () => events.push({ ...eventOf(scene, who, at), visitor: who.visitor });
  const click = (link_id: string) => {
    at += secondsLater(chance);
    events.push({ ...eventOf(scene, who, at), link_id });
  };
  view();
  if (chance.next() < RELOADING_SHARE) {
    at += secondsLater(chance);
    view();
  }
  if (chance.next() >= who.clicks) return;
  const first = who.link && chance.next() < SPIKE_LINK_SHARE ? who.link : scene.pickLink(chance);
  click(first);
  const second = scene.pickLink(chance);
  if (second !== first && chance.next() < SECOND_CLICK_SHARE) click(second);
}

function secondsLater(chance: Random): number {
  return 3_000 + Math.floor(chance.next() * 40_000);
}

function eventOf({ creator, user_id, chance }: Scene, who: Who, at: number) {
  const { session_id, user_agent, client, referrer, place } = who;
  const id = uuidv7(at, chance.fill);
  return { id, at, profile_id: creator.id, user_id, session_id, user_agent, client, referrer, place };
}
