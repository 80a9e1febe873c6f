/** Services of others that the instance itself asks. */
export const DOORS = ["smtp", "dns", "s3", "stripe", "google"] as const;
export type Door = (typeof DOORS)[number];

export interface DoorNews {
  /** By the process's own clock; once taken, how many milliseconds ago. */
  succeeded?: number;
  failed?: number;
  failure?: string;
}

/**
 * What came of this process's last attempts to reach others. Adapters tell it, and the process's heartbeat writes it
 * down, so that an attempt costs no query.
 */
const news = new Map<Door, DoorNews>();

export function noteSuccess(door: Door): void {
  news.set(door, { ...news.get(door), succeeded: performance.now() });
}

/** `why` is shown to staff, so it has no addresses of people in it. */
export function noteFailure(door: Door, why: string): void {
  news.set(door, { ...news.get(door), failed: performance.now(), failure: withoutPeople(why) });
}

/** Passes a result on, and notes it. */
export async function noting<T>(door: Door, attempt: () => Promise<T>): Promise<T> {
  try {
    const value = await attempt();
    noteSuccess(door);
    return value;
  } catch (error) {
    noteFailure(door, (error as Error).message);
    throw error;
  }
}

/** The news since the last time. */
export function takeDoorNews(): [Door, DoorNews][] {
  const now = performance.now();
  const taken = [...news].map(([door, { succeeded, failed, failure = "" }]): [Door, DoorNews] => [
    door,
    {
      ...(succeeded !== undefined && { succeeded: now - succeeded }),
      ...(failed !== undefined && { failed: now - failed, failure }),
    },
  ]);
  news.clear();
  return taken;
}

const WHY_CHARS_MAX = 200;

function withoutPeople(text: string): string {
  const [line = ""] = text.split("\n");
  const words = line.slice(0, WHY_CHARS_MAX).split(" ");
  return words.map((word) => (word.includes("@") ? "…" : word)).join(" ");
}
