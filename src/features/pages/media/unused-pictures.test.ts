// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { pictureForm } from "#test/harness/pictures.ts";
import { mediaIdOf, UNUSED_DAYS_MAX, UNUSED_PICTURES_MAX } from "./rules.ts";
import { deleteUnusedPictures } from "./unused-pictures.ts";

const HOUR_MS = 60 * 60 * 1000;

let app: TestApp;
let owner: Client;
beforeAll(async () => {
  app = await startApp();
  owner = await app.signUp();
});
afterAll(() => app.close());

let shade = 16;
async function upload(purpose: "avatar" | "icon" | "background"): Promise<string> {
  return (await owner.api("POST", "/media", await pictureForm(purpose, `#0000${shade++}`))).body.url;
}

/** As if it had been copied from a URL. */
async function copy(purpose: "avatar" | "icon" | "background"): Promise<string> {
  const url = await upload(purpose);
  await app.platform.db.execute(sql`update media set hash = null where id = ${mediaIdOf(url)}`);
  return url;
}

/** Which of `pictures` are still served after the job has run this many hours later. */
async function leftAfter(hours: number, pictures: Record<string, string>): Promise<string[]> {
  app.clock.advance(hours * HOUR_MS);
  await deleteUnusedPictures(app.platform);
  const statuses = await Promise.all(
    Object.entries(pictures).map(async ([name, path]) => [
      name,
      (await app.visitor().call("GET", path)).status,
    ]),
  );
  return statuses.flatMap(([name, status]) => (status === 200 ? [String(name)] : []));
}

it("a copy that was replaced or never saved is deleted after a day, an upload after a year, and what's shown anywhere never is", async () => {
  const [avatar, background, icon] = [await copy("avatar"), await copy("background"), await copy("icon")];
  const own = (await owner.api("PUT", "/me/picture", await pictureForm())).body.picture;
  const [replaced, unsaved, unused] = [await copy("avatar"), await copy("icon"), await upload("avatar")];
  const { id } = (await owner.api("POST", "/profiles", { name: "Nora" })).body;
  const save = (changes: object) => owner.api("PATCH", `/profiles/${id}`, changes);
  await save({ profile_picture_url: replaced, background_image_url: background });
  await save({ profile_picture_url: avatar });
  const link = await owner.api("POST", `/profiles/${id}/links`, { title: "L", url: "l.example", icon });
  expect([link.status, link.body.icon]).toEqual([201, icon]);
  // A link in the trash comes back with its pictures.
  await owner.api("DELETE", `/links/${link.body.id}`);

  const form = await pictureForm();
  const mailed = (await owner.api("POST", "/templates/pictures", form)).body.url;

  const pictures = { avatar, background, icon, own, replaced, unsaved, unused, mailed };
  expect(await leftAfter(24, pictures)).toEqual(Object.keys(pictures));
  // A long-shown picture replaced right before the job runs isn't deleted at once.
  await save({ background_image_url: replaced });
  const shown = ["avatar", "background", "icon", "own", "replaced", "unused", "mailed"];
  expect(await leftAfter(25, pictures)).toEqual(shown);
  const later = ["avatar", "icon", "own", "replaced", "unused", "mailed"];
  expect(await leftAfter(24, pictures)).toEqual(later);
  expect(await leftAfter(UNUSED_DAYS_MAX * 24 + 1, pictures)).not.toContain("unused");
});

it("of uploads that nothing shows, an account keeps the newest", async () => {
  const [oldest, newest] = [await upload("avatar"), await upload("avatar")];
  await app.platform.db.execute(sql`insert into media (id, user_id, content_type, width, height, content, created_at, used_at, hash)
    select gen_random_uuid(), user_id, content_type, 1, 1, content, created_at, used_at, 'h' || n
    from media, generate_series(1, ${UNUSED_PICTURES_MAX - 1}) as n where id = ${mediaIdOf(newest)}`);
  await app.platform.db.execute(
    sql`update media set used_at = used_at - interval '1 day' where id = ${mediaIdOf(oldest)}`,
  );
  expect(await leftAfter(72, { oldest, newest })).toEqual(["newest"]);
});
