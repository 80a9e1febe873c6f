import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type CheckedCss, ownCssContract } from "#src/features/pages/profiles/own-css/own-css-contract.ts";
import { clientFor } from "#src/kit/api.ts";
import { isBlank } from "#src/lib/text.ts";

const ownCss = clientFor("ownCss", ownCssContract);

const TYPING_PAUSE_MS = 300;

/** What a page gets of its own style sheet, and what not. Undefined without one, and until it's known. */
export function useCheckedCss(css: string | null): CheckedCss | undefined {
  const [typed] = useDebouncedValue(css ?? "", TYPING_PAUSE_MS);
  const isNone = isBlank(css ?? "");
  const { data } = useQuery({
    ...ownCss.check.queryOptions({ input: { css: typed }, staleTime: Number.POSITIVE_INFINITY }),
    enabled: !isNone && !isBlank(typed),
    placeholderData: keepPreviousData,
  });
  return isNone ? undefined : data;
}
