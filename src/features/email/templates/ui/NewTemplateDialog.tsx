import { Modal, SimpleGrid } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lookOf } from "#src/features/email/templates/page/look.ts";
import { DEFAULT_THEME } from "#src/features/email/templates/rules.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { usePageUrls } from "#src/features/pages/profiles/ui/shared/page-url.ts";
import { useSelectedProfile } from "#src/features/pages/profiles/ui/shared/use-selected-profile.ts";
import { newId } from "#src/kit/new-id.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { themeFromPage } from "./page-theme.ts";
import { partsOfStarter, READY } from "./starter-choices.ts";
import { TemplateChoice } from "./TemplateChoice.tsx";
import { templateQuery, templatesApi, useTemplatesRefresh } from "./template-queries.ts";

interface NewTemplateDialogProps {
  opened: boolean;
  onClose: () => void;
}

const FRESH = [
  { key: "blank", name: "Blank", about: "Your own blocks, from nothing", mode: "blocks" },
  { key: "markdown", name: "Markdown", about: "Write in plain text", mode: "markdown" },
  { key: "html", name: "HTML", about: "Bring your own code", mode: "html" },
] as const;

/** Starter templates, and empty ones. */
export function NewTemplateDialog({ opened, onClose }: NewTemplateDialogProps) {
  const { start, isStarting } = useStart(onClose);
  const { selected } = useSelectedProfile();
  const { full: urlOf } = usePageUrls();
  return (
    <Modal opened={opened} onClose={onClose} title="Start from" size="xl">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
        {[...READY, ...FRESH].map((choice) => (
          <TemplateChoice
            key={choice.key}
            name={choice.name}
            about={choice.about}
            look={lookOf(
              "mode" in choice ? BLANK : { ...partsOfStarter(choice, selected, urlOf), mode: "blocks" },
            )}
            disabled={isStarting}
            onChoose={() => start(choice)}
          />
        ))}
      </SimpleGrid>
    </Modal>
  );
}

const BLANK = { mode: "blocks" as const, blocks: [], theme: DEFAULT_THEME };

type Choice = (typeof READY)[number] | (typeof FRESH)[number];

/** Adds the template, in the colors of the selected profile, and opens it. */
function useStart(onClose: () => void) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const refresh = useTemplatesRefresh();
  const { selected } = useSelectedProfile();
  const { full: urlOf } = usePageUrls();
  const add = useMutation({
    mutationFn: (choice: Choice) =>
      templatesApi.create.call({ id: newId(), ...formOf(choice, selected, urlOf) }),
    onSuccess: async (template) => {
      queries.setQueryData(templateQuery(template.id).queryKey, template);
      void refresh();
      onClose();
      await navigate({ to: PATHS.template, params: { id: template.id } });
    },
    onError: (error) => toastError(error, "The template couldn’t be added. Try again."),
  });
  return { start: add.mutate, isStarting: add.isPending };
}

function formOf(choice: Choice, profile: Profile | undefined, urlOf: (profile: Profile) => string) {
  if ("mode" in choice) {
    const theme = profile && { theme: themeFromPage(profile) };
    const source = choice.mode === "html" ? HTML : choice.mode === "markdown" ? MARKDOWN : "";
    return { name: "Untitled", mode: choice.mode, source, ...theme };
  }
  return { name: choice.name, ...partsOfStarter(choice, profile, urlOf) };
}

const MARKDOWN =
  'Hi {{ contact.first_name | default: "there" }},\n\nWrite here. **Bold**, *italic*, [a link](https://).\n';
const HTML =
  '<p>Hi {{ contact.first_name | default: "there" }},</p>\n\n<p>{{ sender.postal_address }}<br>\n<a href="{{ unsubscribe_url }}">Unsubscribe</a></p>\n';
