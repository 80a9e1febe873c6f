import { useMutation } from "@tanstack/react-query";
import type { Link } from "#src/features/pages/links/contract.ts";
import { rowName } from "#src/features/pages/links/rows-rules.ts";
import { toastError, toastSuccess, toastUndo } from "#src/kit/toasts.tsx";
import { linksApi } from "./shared/link-queries.ts";
import { useLinkCache } from "./use-link-cache.ts";

export function useLinkActions(profileId: string) {
  const cache = useLinkCache(profileId);

  const restore = useMutation(
    linksApi.restore.mutationOptions({
      onSuccess: cache.refresh,
      onError: (error) => toastError(error, "The link couldn’t be restored. Try again."),
    }),
  );
  const remove = useMutation(
    linksApi.delete.mutationOptions({
      onSuccess: (link) => {
        cache.drop(link.id);
        cache.refresh();
        toastUndo(`“${rowName(link)}” deleted`, () => restore.mutate({ id: link.id }));
      },
      onError: (error) => toastError(error, "The link couldn’t be deleted. Try again."),
    }),
  );
  const duplicate = useMutation(
    linksApi.duplicate.mutationOptions({
      onSuccess: (link) => {
        cache.refresh();
        toastSuccess({ message: `“${rowName(link)}” duplicated` });
      },
      onError: (error) => toastError(error, "The link couldn’t be duplicated. Try again."),
    }),
  );
  const show = useMutation(
    linksApi.update.mutationOptions({
      onMutate: async ({ id, is_visible }) => {
        await cache.hold();
        const before = cache.read().find((link) => link.id === id);
        cache.change((links) =>
          links.map((link) =>
            link.id === id ? { ...link, is_visible: is_visible ?? link.is_visible } : link,
          ),
        );
        return { before };
      },
      onSuccess: (link) => cache.keep(link),
      onError: (error, _input, context) => {
        if (context?.before) cache.keep(context.before);
        toastError(error, "The link couldn’t be changed. Try again.");
      },
    }),
  );
  return {
    /** Without asking; the menu does that. */
    remove: ({ id }: Link) => remove.mutate({ id }),
    links: cache.read,
    duplicate: (link: Link) => duplicate.mutate({ id: link.id }),
    show: (link: Link, is_visible: boolean) => show.mutate({ id: link.id, is_visible }),
    isBusy: remove.isPending || duplicate.isPending,
  };
}
