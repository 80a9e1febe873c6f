import { MantineProvider } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { AnyRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { instanceQuery } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { onFirstConfirm } from "#src/kit/confirm.ts";
import { useIdle } from "#src/kit/idle.ts";
import { lazyComponent } from "#src/kit/lazy.tsx";
import { styleNonce } from "#src/kit/nonce.ts";
import { COLOR_SCHEME_MANAGER, lookIn } from "#src/kit/theme.ts";

const Overlays = lazyComponent(async () => (await import("./Overlays.tsx")).Overlays);
const Questions = lazyComponent(async () => (await import("./ConfirmHost.tsx")).ConfirmHost);

export function ThemeProvider({ router, children }: { router: AnyRouter; children: ReactNode }) {
  const color = useQuery(instanceQuery()).data?.brand_color;
  const { theme, cssVariables } = useMemo(() => lookIn(color), [color]);
  const [isAsked, setAsked] = useState(false);
  const isIdle = useIdle();
  useEffect(() => onFirstConfirm(() => setAsked(true)), []);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={COLOR_SCHEME_MANAGER}
      getStyleNonce={styleNonce}
      // All variables come from here. A separate style sheet with the theme's unchanged ones would only add
      // to the download.
      deduplicateCssVariables={false}
    >
      {children}
      {isIdle && <Overlays router={router} />}
      {isAsked && <Questions />}
    </MantineProvider>
  );
}
