import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from "@mantine/core";
import { foldText } from "#src/lib/fold.ts";

/** Finds choices whatever their case and accents. */
export const optionsFilter: OptionsFilter = ({ options, search, limit }) => {
  const words = foldText(search.trim());
  let left = limit;
  const found = (items: readonly ComboboxItem[]) => {
    const some = items.filter(({ label }) => foldText(label).includes(words)).slice(0, left);
    left -= some.length;
    return some;
  };
  return options.flatMap((option): ComboboxParsedItem[] => {
    if (!("items" in option)) return found([option]);
    const items = found(option.items);
    return items.length > 0 ? [{ ...option, items }] : [];
  });
};
