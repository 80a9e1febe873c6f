// @project server-postgres
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { pictureForm } from "#test/harness/pictures.ts";
import { deleteUnusedPictures } from "./unused-pictures.ts";

const HOUR_MS = 60 * 60 * 1000;

let app: TestApp;
let owner: Client;
beforeAll(async () => {
  app = await startApp();
  owner = await app.signUp();
});
afterAll(() => app.close());

async function upload(purpose: "avatar" | "icon" | "background"): Promise<string> {
  return (await owner.api("POST", "/media", await pictureForm(purpose))).body.url;
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

it("a picture that was replaced or never saved is deleted after a day, and one that's shown anywhere never is", async () => {
  const [avatar, background, icon] = [
    await upload("avatar"),
    await upload("background"),
    await upload("icon"),
  ];
  const own = (await owner.api("PUT", "/me/picture", await pictureForm())).body.picture;
  const [replaced, unsaved] = [await upload("avatar"), await upload("icon")];
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

  const pictures = { avatar, background, icon, own, replaced, unsaved, mailed };
  expect(await leftAfter(24, pictures)).toEqual(Object.keys(pictures));
  // A long-shown picture replaced right before the job runs isn't deleted at once.
  await save({ background_image_url: replaced });
  expect(await leftAfter(25, pictures)).toEqual([
    "avatar",
    "background",
    "icon",
    "own",
    "replaced",
    "mailed",
  ]);
  expect(await leftAfter(24, pictures)).toEqual(["avatar", "icon", "own", "replaced", "mailed"]);
});
