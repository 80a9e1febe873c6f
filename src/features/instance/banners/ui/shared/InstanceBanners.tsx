import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toastError } from "#src/kit/toasts.tsx";
import { bannersApi } from "../banner-queries.ts";
import { BannerLine } from "./BannerLine.tsx";

/** A dashboard that’s left open learns of a new one within this time. */
const ASKED_EVERY_MS = 60_000;

/** What the people who run the instance say, until its reader dismisses it. */
export function InstanceBanners() {
  const queries = useQueryClient();
  const shown = bannersApi.listShown.queryOptions();
  const { data } = useQuery({ ...shown, refetchInterval: ASKED_EVERY_MS });
  const { mutate } = useMutation({
    mutationFn: (id: string) => bannersApi.dismiss.call({ id }),
    onMutate: (id) =>
      queries.setQueryData(
        shown.queryKey,
        (list) => list && { items: list.items.filter((one) => one.id !== id) },
      ),
    onError: (error) => toastError(error, "That couldn’t be dismissed. Try again."),
    onSettled: () => queries.invalidateQueries({ queryKey: shown.queryKey }),
  });
  return data?.items.map((banner) => (
    <BannerLine key={banner.id} banner={banner} onDismiss={() => mutate(banner.id)} />
  ));
}
