import { Modal, SimpleGrid, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  STARTER_TEMPLATES,
  type StarterTemplateKey,
  starterBlocks,
} from "#src/features/email/templates/page/starter-templates.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { usePageUrls } from "#src/features/pages/profiles/ui/shared/page-url.ts";
import { useSelectedProfile } from "#src/features/pages/profiles/ui/shared/use-selected-profile.ts";
import { newId } from "#src/kit/new-id.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { themeFromPage } from "./page-theme.ts";
import classes from "./Templates.module.css";
import { templateQuery, templatesApi, useTemplatesRefresh } from "./template-queries.ts";

interface NewTemplateDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Our own templates in the gallery. Their content is for fans, so it has one language. */
const STARTER_TEMPLATE_LABELS: Readonly<Record<StarterTemplateKey, StarterTemplateLabel>> = {
  welcome: { name: "Welcome", about: "Right after someone signs up" },
  video: { name: "New video", about: "When something new is out" },
  drop: { name: "Drop", about: "When something goes on sale" },
  newsletter: { name: "Newsletter", about: "Every week or month" },
  giveaway: { name: "Giveaway", about: "When there’s something to win" },
  thanks: { name: "Thank you", about: "After a milestone or an order" },
  show: { name: "Event", about: "Before a show, stream, or meetup" },
  discount: { name: "Discount", about: "When you have a code to share" },
  survey: { name: "Survey", about: "When you want to know what people think" },
  "re-engage": { name: "Still there?", about: "For people who haven’t opened in a while" },
  behind: { name: "Behind the scenes", about: "When you want to show how it’s made" },
  download: { name: "Download", about: "When you give a file away" },
};
const READY = STARTER_TEMPLATES.map((ready) => ({ ...ready, ...STARTER_TEMPLATE_LABELS[ready.key] }));
const FRESH = [
  { key: "blank", name: "Blank", about: "Your own blocks, from nothing", mode: "blocks" },
  { key: "markdown", name: "Markdown", about: "Write in plain text", mode: "markdown" },
  { key: "html", name: "HTML", about: "Bring your own code", mode: "html" },
] as const;

/** Starter templates, and empty ones. */
export function NewTemplateDialog({ opened, onClose }: NewTemplateDialogProps) {
  const { start, isStarting } = useStart(onClose);
  return (
    <Modal opened={opened} onClose={onClose} title="Start from" size="xl">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
        {[...READY, ...FRESH].map((choice) => (
          <button
            key={choice.key}
            type="button"
            className={`plain-button mantine-focus-auto ${classes.choice}`}
            disabled={isStarting}
            onClick={() => start(choice)}
          >
            <Text fw={600}>{choice.name}</Text>
            <Text size="sm" c="dimmed">
              {choice.about}
            </Text>
          </button>
        ))}
      </SimpleGrid>
    </Modal>
  );
}

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
  const theme = profile && { theme: themeFromPage(profile) };
  if ("mode" in choice) {
    const source = choice.mode === "html" ? HTML : choice.mode === "markdown" ? MARKDOWN : "";
    return { name: "Untitled", mode: choice.mode, source, ...theme };
  }
  const place = { url: profile ? urlOf(profile) : "", profileId: profile?.id };
  const { name, subject, preheader } = choice;
  return { name, subject, preheader, blocks: starterBlocks(choice, place), ...theme };
}

const MARKDOWN =
  'Hi {{ contact.first_name | default: "there" }},\n\nWrite here. **Bold**, *italic*, [a link](https://).\n';
const HTML =
  '<p>Hi {{ contact.first_name | default: "there" }},</p>\n\n<p>{{ sender.postal_address }}<br>\n<a href="{{ unsubscribe_url }}">Unsubscribe</a></p>\n';

interface StarterTemplateLabel {
  name: string;
  /** The occasion to send it. */
  about: string;
}
