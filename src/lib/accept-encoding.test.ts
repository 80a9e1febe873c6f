import { expect, it } from "vitest";
import { acceptsEncoding, acceptsGzip } from "./accept-encoding.ts";

it.each([
  ["gzip", true],
  ["gzip, deflate, br, zstd", true],
  ["deflate, x-gzip", true],
  ["*", true],
  ["br;q=1.0, gzip;q=0.8, *;q=0.1", true],
  ["*;q=0.5", true],
  ["gzip;q=0", false],
  ["gzip; q=0.000, br", false],
  ["GZIP;Q=0", false],
  ["*, gzip;q=0", false],
  ["*;q=0", false],
  ["br, deflate", false],
  ["identity", false],
  ["notgzip", false],
  ["", false],
  [undefined, false],
])("an Accept-Encoding of %j allows gzip: %s", (header, isTaken) => {
  expect(acceptsGzip(header)).toBe(isTaken);
});

it.each([
  ["gzip, deflate, br, zstd", true],
  ["br;q=1.0, gzip;q=0.8", true],
  ["*", true],
  ["br;q=0, gzip", false],
  ["gzip, brotli", false],
  [undefined, false],
])("an Accept-Encoding of %j allows brotli: %s", (header, isTaken) => {
  expect(acceptsEncoding(header, "br")).toBe(isTaken);
});
