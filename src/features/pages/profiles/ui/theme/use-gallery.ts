import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { canAccess } from "#src/features/identity/team/rules.ts";
import type { Theme } from "#src/features/pages/profiles/themes/themes-contract.ts";
import { toastError, toastSuccess, toastUndo } from "#src/kit/toasts.tsx";
import { galleryQuery, themesApi } from "../shared/theme-queries.ts";

const SETTINGS = { to: "staff", area: "settings" } as const;

/** True for staff who decide what the instance offers. */
export function useMayOffer(): boolean {
  const me = useMe();
  return me !== undefined && canAccess(SETTINGS, me);
}

/** The themes that the instance offers to everyone. */
export function useGallery(): readonly Theme[] {
  return useQuery(galleryQuery()).data?.items ?? [];
}

/** Offers a theme to everyone on the instance, or takes it back at once, with a way back. */
export function useOffering() {
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: themesApi.listOffered.key() });
  const offering = useMutation(
    themesApi.offer.mutationOptions({
      onSuccess: ({ name }) => {
        refresh();
        toastSuccess({ message: `Everyone on this instance can use “${name}” now.` });
      },
      onError: (error) => toastError(error, "The theme couldn’t be offered."),
    }),
  );
  const offer = ({ id, name, theme }: Theme) => offering.mutate({ id, name, theme });
  const takingBack = useMutation(
    themesApi.takeBack.mutationOptions({
      onSuccess: (theme) => {
        refresh();
        toastUndo(`“${theme.name}” isn’t offered anymore`, () => offer(theme));
      },
      onError: (error) => toastError(error, "The theme couldn’t be taken back."),
    }),
  );
  return { offer, takeBack: ({ id }: Theme) => takingBack.mutate({ id }) };
}
