import { useMutation, useQueryClient } from "@tanstack/react-query";
import { confirm } from "#src/kit/confirm.ts";
import { toastError } from "#src/kit/toasts.tsx";
import type { Contact } from "../contract.ts";
import { contactName } from "./contact-labels.ts";
import { contactsApi } from "./contact-queries.ts";

/** Stops e-mail to a lead, after somebody has confirmed. */
export function useSuppress() {
  const queries = useQueryClient();
  const { mutateAsync, isPending } = useMutation(contactsApi.suppress.mutationOptions());
  const stop = async (contact: Contact) => {
    const isSure = await confirm({
      title: `Stop e-mail to ${contactName(contact)}?`,
      message: "They stay on your list, but get nothing from you anymore, even if you import them again.",
      confirm: "Stop e-mail",
      danger: true,
    });
    if (!isSure) return;
    try {
      await mutateAsync({ email: contact.email });
    } catch (error) {
      toastError(error, "E-mail to them wasn’t stopped. Try again.");
    }
    await queries.invalidateQueries({ queryKey: contactsApi.key() });
  };
  return { stop: (contact: Contact) => void stop(contact), isStopping: isPending };
}
