import { useMutation } from "@tanstack/react-query";
import { teamContract } from "#src/features/identity/team/contract.ts";
import { broadcastActiveAccount, type NamedAccount, setActiveAccount } from "#src/kit/active-account.ts";
import { clientFor } from "#src/kit/api.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { saveLastAccount } from "./last-account.ts";

const teamApi = clientFor("team", teamContract);

/** The accounts that the signed-in person may work in, their own first. */
export function accountsQuery() {
  return teamApi.accounts.queryOptions({ staleTime: 60_000 });
}

/** Switches to another account: the dashboard starts over, with nothing from the previous one. */
export function useSwitchAccount(path: string = PATHS.dashboard) {
  return useMutation({
    mutationFn: async (account: NamedAccount) => {
      await teamApi.switchAccount.call({ account: account.id });
      broadcastActiveAccount(account);
      saveLastAccount(undefined);
      location.assign(path);
    },
    onError: (error) => toastError(error, "We couldn’t switch accounts. Try again."),
  });
}

/** Returns to the person's own account from one that's closed to them. */
export function useOwnAccount() {
  const { mutate, isPending } = useSwitchAccount();
  return {
    isPending,
    goHome: (own: NamedAccount) => {
      // The closed account rejects even this request.
      setActiveAccount(undefined);
      mutate(own);
    },
  };
}
