import { useMutation, useQueryClient } from "@tanstack/react-query";
import { backgroundApi } from "#src/features/instance/background/ui/shared/background-queries.ts";
import { clientFor } from "#src/kit/api.ts";
import { LOCALE } from "#src/kit/locale.ts";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { systemContract } from "../contract.ts";

export const systemApi = clientFor("system", systemContract);

const BYTES_UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(BYTES_UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return new Intl.NumberFormat(LOCALE, {
    style: "unit",
    unit: BYTES_UNITS[power] ?? "byte",
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: value < 10 && power > 0 ? 1 : 0,
  }).format(value);
}

const PERCENT = new Intl.NumberFormat(LOCALE, { style: "percent", maximumFractionDigits: 1 });
export const formatShare = (share: number): string => PERCENT.format(share);

/** Looks at everything again once something was done, and says what. */
export function useAction<Input>(
  act: (input: Input) => Promise<unknown>,
  { done, failed }: { done: string; failed: string },
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: () => toastSuccess({ message: done }),
    onError: (error) => toastError(error, failed),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: systemApi.key() }),
        queries.invalidateQueries({ queryKey: backgroundApi.listFailed.key() }),
      ]),
  });
}
