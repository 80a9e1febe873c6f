import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { PATHS } from "#src/lib/paths.ts";
import type { Contact } from "../../contract.ts";
import { contactsApi } from "../contact-queries.ts";

/** The lead in the open drawer: picked here, or named by the URL. */
export function useOpenedLead() {
  const { lead } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [picked, pick] = useState<Contact>();
  const named = useNamedLead();
  const open = useCallback(
    (contact: Contact | undefined) => {
      pick(contact);
      if (contact || lead === undefined) return;
      void navigate({ to: PATHS.leads, search: (old) => ({ ...old, lead: undefined }), replace: true });
    },
    [lead, navigate],
  );
  return [picked ?? (lead === undefined ? undefined : named.data), open] as const;
}

export function useNamedLead() {
  const { lead } = useSearch({ strict: false });
  return useQuery({
    ...contactsApi.get.queryOptions({ input: { id: lead ?? "" } }),
    enabled: lead !== undefined,
  });
}
