export const MUTANTS = [
  [
    "a picture that takes much memory is decoded beside others",
    "file-signatures.ts",
    "return bytes[at + 4] === channels;",
    "return true;",
    ["file-signatures.test.ts"],
  ],
  [
    "animations for e-mail stand still",
    "pictures.ts",
    'purpose === "mail" && isMoving',
    "false",
    ["pictures.test.ts"],
  ],
  [
    "a deleted picture is shown to others",
    "http.ts",
    "id && (await findMediaOwner(platform.db, id))",
    'id && "someone"',
    ["routes.test.ts"],
  ],
  [
    "pictures for e-mail are stored as Outlook doesn't show them",
    "pictures.ts",
    'purpose !== "mail" ? "image/webp"',
    'purpose ? "image/webp"',
    ["src/features/email/templates/routes.test.ts"],
  ],
  [
    "a picture in use is deleted",
    "library.ts",
    "{ account, path: url })) > 0",
    "{ account, path: url })) > 99",
    ["library.test.ts"],
  ],
  [
    "a crop is taken from the picture as the camera held it",
    "crops.ts",
    "    .autoOrient()\n",
    "",
    ["library.test.ts"],
  ],
];
