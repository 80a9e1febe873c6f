import { accountClosed } from "#src/features/identity/accounts/signals.ts";
import { findMedia } from "#src/features/pages/media/media.ts";
import { mediaIdOf } from "#src/features/pages/media/rules.ts";
import { USERNAME_PATTERN } from "#src/features/pages/profiles/rules.ts";
import { pageChanged } from "#src/features/pages/profiles/signals.ts";
import { FairQueue, QueueFull } from "#src/lib/fair-queue.ts";
import type { Platform } from "#src/platform/context.ts";
import type { PageView } from "../page/page-view.ts";
import { sharePictureVersion } from "../page/share/share-picture-url.ts";
import { toPageView } from "../page/to-page-view.ts";
import { homeOf } from "../settings.ts";
import { findNewUsername, findPage } from "../store.ts";
import { drawSharePicture } from "./share-picture.ts";

/** About a tenth of a megabyte each. */
const KEPT_MAX = 100;
/** Drawing takes about 150 ms of one thread: beyond this many at once, requests have to come back. */
const WAITING_MAX = 30;

export type SharePicture =
  | { status: 200; jpeg: Uint8Array<ArrayBuffer>; version: string }
  | { status: 301; username: string }
  | { status: 404 | 410 | 503 };

export class SharePictureCache {
  readonly #platform: Platform;
  readonly #drawing = new FairQueue({ workers: 1, waitingMax: WAITING_MAX });
  /** By username; a Map lists the oldest entry first, which is the one to drop. */
  readonly #kept = new Map<string, { version: string; jpeg: Promise<Uint8Array<ArrayBuffer>> }>();

  constructor(platform: Platform) {
    this.#platform = platform;
    platform.signals.on(pageChanged, ({ usernames }) => {
      for (const username of usernames) this.#kept.delete(username);
    });
    platform.signals.on(accountClosed, () => this.#kept.clear());
    platform.signals.onGap(() => this.#kept.clear());
    platform.settings.onChange(() => this.#kept.clear());
  }

  /** Returns the current picture, even if an older version is requested. */
  async find(username: string, version: string): Promise<SharePicture> {
    const kept = this.#kept.get(username);
    if (kept?.version === version) return this.#answer(kept);
    if (!USERNAME_PATTERN.test(username)) return { status: 404 };
    const row = await findPage(this.#platform.database, username);
    if (!row) return this.#findMoved(username);
    if (row.status !== "active") return { status: 410 };
    const view = toPageView(row, row.links);
    return this.#answer(this.#draw(view, sharePictureVersion(view, homeOf(this.#platform))));
  }

  async #answer({
    version,
    jpeg,
  }: {
    version: string;
    jpeg: Promise<Uint8Array<ArrayBuffer>>;
  }): Promise<SharePicture> {
    try {
      return { status: 200, version, jpeg: await jpeg };
    } catch (error) {
      if (error instanceof QueueFull) return { status: 503 };
      throw error;
    }
  }

  #draw(view: PageView, version: string) {
    const kept = this.#kept.get(view.username);
    if (kept?.version === version) return kept;
    const jpeg = this.#drawing.run(view.username, async () =>
      drawSharePicture(view, homeOf(this.#platform), {
        avatar: await this.#ownPicture(view.avatar_url),
        background: await this.#ownPicture(view.background?.url),
      }),
    );
    const entry = { version, jpeg };
    this.#kept.delete(view.username);
    this.#kept.set(view.username, entry);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT_MAX) break;
      this.#kept.delete(oldest);
    }
    // A failed drawing is retried for the next request.
    jpeg.catch(() => {
      if (this.#kept.get(view.username) === entry) this.#kept.delete(view.username);
    });
    return entry;
  }

  async #findMoved(username: string): Promise<SharePicture> {
    const movedTo = await findNewUsername(this.#platform.db, username, this.#platform.now().toISOString());
    return movedTo ? { status: 301, username: movedTo } : { status: 404 };
  }

  /** Uses only pictures stored by this instance, because drawing must not fetch anything from elsewhere. */
  async #ownPicture(url: string | null | undefined): Promise<Uint8Array | undefined> {
    const id = mediaIdOf(url ?? "");
    return id === undefined ? undefined : (await findMedia(this.#platform, id))?.content;
  }
}
