// @project unit
import { expect, it } from "vitest";
import { firstRows, readRows } from "./csv-rows.ts";

const MEGABYTE = 1024 * 1024;

it.each([
  ["in quotes that never end", '"'],
  ["without any quotes", ""],
])("a row of 50 MB %s is refused in words after its first few, and the rest isn't read", async (_, quote) => {
  let megabytes = 0;
  async function* parts() {
    yield Buffer.from(`email,name\nada@x.example,Ada\nbob@x.example,${quote}`);
    for (; megabytes < 50; megabytes++) yield Buffer.alloc(MEGABYTE, "x");
  }
  const reading = async () => {
    for await (const _row of readRows({ parts: parts(), encoding: "utf-8", delimiter: "," }));
  };
  await expect(reading()).rejects.toThrow(
    /^Row 3 never ends, or is longer than a million characters. Usually a quotation mark is missing there./,
  );
  expect(megabytes).toBeLessThan(5);
});

const ODD = `E-mail,Name
"ann@example.com","Ann ""The Voice"" Lee"
"bob" <bob@example.com>,Bob "The Man" Li
"cleo@example.com" , "Cleo"\u0020
"a b"@example.com,""
dan@example.com, Dan "D" 
"eve@example.com","""E"" "
`;
const READ = [
  ["E-mail", "Name"],
  ["ann@example.com", 'Ann "The Voice" Lee'],
  ['"bob" <bob@example.com>', 'Bob "The Man" Li'],
  ["cleo@example.com", "Cleo"],
  ['"a b"@example.com', ""],
  ["dan@example.com", 'Dan "D"'],
  ["eve@example.com", '"E" '],
];

it("text after a closing quotation mark belongs to its cell, and no other cell keeps its marks", async () => {
  expect(firstRows(ODD, { delimiter: ",", count: 9 })).toEqual(READ);
  async function* parts() {
    yield Buffer.from(ODD);
  }
  const rows = [];
  for await (const row of readRows({ parts: parts(), encoding: "utf-8", delimiter: "," })) rows.push(row);
  expect(rows).toEqual(READ);
});

it("the first rows lose their quotation marks where a later one never ends, too", () => {
  const text = `E-mail,Name\n"ann@example.com","Ann"\nbob@example.com,"Bob\n`;
  expect(firstRows(text, { delimiter: ",", count: 9 }).slice(0, 2)).toEqual([
    ["E-mail", "Name"],
    ["ann@example.com", "Ann"],
  ]);
});
