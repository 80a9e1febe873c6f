import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { signOut } from "#src/kit/auth.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";

/** Ends the session and drops everything loaded in it. */
export function useSignOut(): () => void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useCallback(() => {
    const leave = async () => {
      await signOut();
      await navigate({ to: PATHS.signIn });
      queries.clear();
    };
    leave().catch((error: unknown) => toastError(error, "We couldn’t sign you out. Try again."));
  }, [queries, navigate]);
}
