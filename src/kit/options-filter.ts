import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from "@mantine/core";

let fold = (text: string) => text.toLowerCase();

/**
 * Sets the text folding for choices. It loads later, because no first screen needs more than case folding.
 */
export function foldOptionsBy(folding: typeof fold): void {
  fold = folding;
}

export const optionsFilter: OptionsFilter = ({ options, search, limit }) => {
  const words = fold(search.trim());
  let left = limit;
  const found = (items: readonly ComboboxItem[]) => {
    const some = items.filter(({ label }) => fold(label).includes(words)).slice(0, left);
    left -= some.length;
    return some;
  };
  return options.flatMap((option): ComboboxParsedItem[] => {
    if (!("items" in option)) return found([option]);
    const items = found(option.items);
    return items.length > 0 ? [{ ...option, items }] : [];
  });
};
