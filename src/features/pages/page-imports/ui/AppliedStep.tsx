import { Button, Group, Stack, Text } from "@mantine/core";
import { IconLink } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { JobProgress } from "#src/features/instance/background/ui/shared/JobProgress.tsx";
import { useJob } from "#src/features/instance/background/ui/shared/use-job.ts";
import { linksApi } from "#src/features/pages/links/ui/shared/link-queries.ts";
import { profilesApi } from "#src/features/pages/profiles/ui/shared/profile-queries.ts";
import { rememberProfile } from "#src/features/pages/profiles/ui/shared/use-selected-profile.ts";
import { Card } from "#src/kit/Card.tsx";
import { plural } from "#src/kit/plural.ts";
import { PATHS } from "#src/lib/paths.ts";
import type { Applied } from "../contract.ts";

const JOB = "page-imports.copy-pictures";

/** What was imported, while its pictures are still being copied. */
export function AppliedStep({ applied }: { applied: Applied }) {
  const { profile_id, added, known, job: jobId } = applied;
  const queries = useQueryClient();
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: linksApi.key() });
    void queries.invalidateQueries({ queryKey: profilesApi.key() });
  };
  const { job, look } = useJob(JOB, refresh);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the import is there
  useEffect(() => {
    rememberProfile(profile_id);
    refresh();
    void look();
  }, [profile_id]);
  return (
    <Stack gap="lg" maw={720} role="status">
      <Card
        title={added === 0 ? "Nothing new to import" : `${plural(added, "link")} imported`}
        text={known > 0 ? `${plural(known, "link")} were on the page already.` : undefined}
      >
        {job?.id === jobId && job !== undefined && (
          <JobProgress title="Copying pictures" job={job} onCanceled={look} />
        )}
        {jobId !== null && job?.id !== jobId && (
          <Text size="sm" c="dimmed">
            Pictures are copied to your page. Those that couldn’t be are left out.
          </Text>
        )}
        <Group gap="sm">
          <Button
            leftSection={<IconLink size={18} />}
            renderRoot={(props) => <Link to={PATHS.links} search={{ profile: profile_id }} {...props} />}
          >
            See your links
          </Button>
          <Button
            variant="default"
            renderRoot={(props) => <Link to={PATHS.pageImport} search={{}} {...props} />}
          >
            Import another page
          </Button>
        </Group>
      </Card>
    </Stack>
  );
}
