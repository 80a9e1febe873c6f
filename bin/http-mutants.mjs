/* Mutants for requests and their answers, in the format of `mutants.mjs`. */
export const HTTP_MUTANTS = [
  [
    "whoever sends slowly keeps the access that they've lost",
    "src/platform/http/api.ts",
    "hasArrived ? admitted : await admit(call, access)",
    "admitted",
    ["src/node/bodies.test.ts"],
  ],
  [
    "any number of requests pile up on one connection",
    "src/platform/http/piled-up.ts",
    "count > WAITING_MAX",
    "count < 0",
    ["src/node/bodies.test.ts"],
  ],
  [
    "every unread answer has a copy of what's the same for everyone",
    "src/platform/http/compressed.ts",
    "new Response(this.#plain, { headers })",
    "new Response(new Uint8Array(this.#plain), { headers })",
    ["src/node/bodies.test.ts"],
  ],
  [
    "someone who stops a download is logged as an error",
    "src/platform/http/streamed-file.ts",
    "isLeft = true",
    "isLeft = false",
    ["src/platform/http/streamed-file.test.ts"],
  ],
  [
    "a picture is read for everyone who asks",
    "src/platform/pictures/kept-pictures.ts",
    "this.#kept.get(key) ?? this.#begin(key, make)",
    "this.#begin(key, make)",
    ["src/platform/pictures/kept-pictures.test.ts"],
  ],
  [
    "pictures are kept without end",
    "src/platform/pictures/kept-pictures.ts",
    "this.#bytes <= this.#bytesMax",
    "true",
    ["src/platform/pictures/kept-pictures.test.ts"],
  ],
  [
    "a deleted picture is shown to others",
    "src/features/media/http.ts",
    "id && (await findMediaOwner(platform.db, id))",
    'id && "someone"',
    ["src/features/media/routes.test.ts"],
  ],
  [
    "an icon is sent in whatever size it was drawn first",
    "src/features/public-page/installed-page.ts",
    "{pixels} $",
    "{background} $",
    ["src/features/public-page/installed-page.test.ts"],
  ],
];
