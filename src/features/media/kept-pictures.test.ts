import { expect, it } from "vitest";
import { KeptPictures } from "./kept-pictures.ts";

/** Pictures of 10 bytes, and which were read. */
function source(bytesMax?: number) {
  const read: string[] = [];
  const pictures = new KeptPictures(async (id) => {
    read.push(id);
    if (id === "broken" && read.filter((one) => one === id).length === 1)
      throw new Error("The database is away.");
    return id === "none" ? undefined : { content: new Uint8Array(10), content_type: "image/webp" };
  }, bytesMax);
  return { read, pictures };
}

it("a picture is read once for all who ask, who share its bytes", async () => {
  const { read, pictures } = source();
  const [one, other] = await Promise.all([pictures.find("a"), pictures.find("a")]);
  expect((await pictures.find("a"))?.content).toBe(one?.content);
  expect(other?.content).toBe(one?.content);
  expect(read).toEqual(["a"]);
});

it("those that nobody has asked for the longest go first", async () => {
  const { read, pictures } = source(25);
  for (const id of ["a", "b", "a", "c", "a", "b", "c"]) await pictures.find(id);
  expect(read).toEqual(["a", "b", "c", "b", "c"]);
  // Beyond the most that's kept, each is still shown.
  const small = source(5);
  for (const id of ["a", "a"]) expect((await small.pictures.find(id))?.content).toHaveLength(10);
  expect(small.read).toEqual(["a", "a"]);
});

it("what isn't there, or couldn't be read, is looked for again", async () => {
  const { read, pictures } = source();
  await expect(pictures.find("broken")).rejects.toThrow("The database is away.");
  expect(await pictures.find("broken")).toBeDefined();
  for (let n = 0; n < 2; n++) expect(await pictures.find("none")).toBeUndefined();
  expect(read).toEqual(["broken", "broken", "none", "none"]);
});
