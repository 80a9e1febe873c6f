import { expect, it } from "vitest";
import { foldText } from "#src/lib/fold.ts";
import { foldOptionsBy, optionsFilter } from "./options-filter.ts";

const item = (label: string) => ({ label, value: label });

it("finds choices whatever their case and accents, in groups, too, and no more than wanted", () => {
  foldOptionsBy(foldText);
  const options = [
    item("Ljubljana"),
    { group: "Polska", items: [item("Łódź"), item("Kraków")] },
    item("LODZ"),
  ];
  const find = (search: string, limit = 9) => optionsFilter({ options, search, limit });
  expect(find("lodz")).toEqual([{ group: "Polska", items: [item("Łódź")] }, item("LODZ")]);
  expect(find("lo\u0301dz", 1)).toEqual([{ group: "Polska", items: [item("Łódź")] }]);
  expect(find("kra")).toEqual([{ group: "Polska", items: [item("Kraków")] }]);
});
