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
      forgetUnsaved();
    };
    leave().catch((error: unknown) => toastError(error, "We couldn’t sign you out. Try again."));
  }, [queries, navigate]);
}

/** Whoever uses this browser next shouldn't find what someone typed. Leaving the editor has sent what could be sent. */
function forgetUnsaved(): void {
  try {
    localStorage.removeItem("fanfare.unsaved");
  } catch {
    // Without storage, there's nothing.
  }
}
