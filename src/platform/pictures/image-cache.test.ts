// @project unit
import { expect, it } from "vitest";
import { ImageCache } from "./image-cache.ts";

/** Pictures of 10 bytes, and which were made. */
function source(bytesMax = 1000) {
  const made: string[] = [];
  const pictures = new ImageCache(bytesMax);
  const find = (key: string) =>
    pictures.find(key, async () => {
      made.push(key);
      if (key === "broken" && made.length === 1) throw new Error("The database is away.");
      return key === "none" ? undefined : { content: new Uint8Array(10), content_type: "image/webp" };
    });
  return { made, find };
}

it("a picture is made once for all who ask, who share its bytes", async () => {
  const { made, find } = source();
  const [one, other] = await Promise.all([find("a"), find("a")]);
  expect((await find("a"))?.content).toBe(one?.content);
  expect(other?.content).toBe(one?.content);
  expect(made).toEqual(["a"]);
});

it("those that nobody has asked for the longest go first", async () => {
  const { made, find } = source(25);
  for (const id of ["a", "b", "a", "c", "a", "b", "c"]) await find(id);
  expect(made).toEqual(["a", "b", "c", "b", "c"]);
  // Beyond the most that's kept, each is still shown.
  const small = source(5);
  for (const id of ["a", "a"]) expect((await small.find(id))?.content).toHaveLength(10);
  expect(small.made).toEqual(["a", "a"]);
});

it("what isn't there, or couldn't be made, is looked for again", async () => {
  const { made, find } = source();
  await expect(find("broken")).rejects.toThrow("The database is away.");
  expect(await find("broken")).toBeDefined();
  for (let n = 0; n < 2; n++) expect(await find("none")).toBeUndefined();
  expect(made).toEqual(["broken", "broken", "none", "none"]);
});
