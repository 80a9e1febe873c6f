import { Button, Group, List } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Card } from "#src/kit/Card.tsx";
import { plural } from "#src/kit/plural.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import type { PageImport } from "../contract.ts";
import { ITEMS_MAX, leadsSomewhere } from "../rules.ts";
import { pageImportsApi } from "./page-import-queries.ts";

/** What was found, from where, and what isn't in the list. */
export function FoundCard({ page, children }: { page: PageImport; children: ReactNode }) {
  const links = page.items.filter(leadsSomewhere).length;
  const notes = notesOf(page);
  const where = page.address?.replace(/^https?:\/\/(www\.)?/, "");
  return (
    <Card
      title={`${plural(links, "link")} found`}
      text={where === undefined ? page.service.label : `${page.service.label} · ${where}`}
      action={
        <Group gap="xs">
          {children}
          <CancelButton id={page.id} />
        </Group>
      }
    >
      {notes.length > 0 && (
        <List size="sm" spacing={4}>
          {notes.map((note) => (
            <List.Item key={note}>{note}</List.Item>
          ))}
        </List>
      )}
    </Card>
  );
}

function notesOf({ items, service, left_out }: PageImport): string[] {
  const hidden = items.filter(({ is_hidden }) => is_hidden).length;
  return [
    service.confidence === "best_effort"
      ? "We don’t know this kind of page, so this is a best effort. Check the list."
      : "",
    hidden > 0 ? `${plural(hidden, "link")} will be hidden. The list says why.` : "",
    left_out.duplicates > 0
      ? `${plural(left_out.duplicates, "link")} left out because the page has them twice.`
      : "",
    left_out.service_links > 0
      ? `${plural(left_out.service_links, "link")} of the service itself left out, such as sharing and terms.`
      : "",
    left_out.unusable > 0
      ? `${plural(left_out.unusable, "address", "addresses")} left out that can’t be links.`
      : "",
    left_out.beyond_limit > 0
      ? `An import takes ${ITEMS_MAX} links and headings. ${plural(left_out.beyond_limit, "more was", "more were")} left out.`
      : "",
  ].filter((note) => note !== "");
}

function CancelButton({ id }: { id: string }) {
  const navigate = useNavigate();
  const cancel = useMutation(
    pageImportsApi.cancel.mutationOptions({
      onSuccess: () => navigate({ to: PATHS.pageImport, search: ({ id: _, ...search }) => search }),
      onError: (error) => toastError(error, "That couldn’t be canceled. Try again."),
    }),
  );
  return (
    <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate({ id })}>
      Cancel
    </Button>
  );
}
