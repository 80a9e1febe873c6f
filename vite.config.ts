import { statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";
import type { AnyContractProcedure } from "@orpc/contract";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type UserConfig } from "vite";

const NOT_THE_DASHBOARD =
  "^/(?!auth$|auth[?/]|dashboard|admin|forgot-password|reset-password|src/|node_modules/|@|index\\.html|favicon\\.svg)";

const SERVER_BUILD: UserConfig["build"] = {
  outDir: "dist/server",
  emptyOutDir: true,
  target: "node24",
  rolldownOptions: {
    input: ["src/node/main.ts", "src/node/demo.ts"],
    // All in one folder: the root of the project is found from where a file lies.
    output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
  },
};

const BROWSER_BUILD: UserConfig["build"] = {
  outDir: "dist/client",
  target: "es2020",
  modulePreload: { polyfill: false },
  // Nothing is inlined as a data: address: fonts and pictures stay under the same policy as everything else.
  assetsInlineLimit: 0,
  chunkSizeWarningLimit: 1500,
};

const DASHBOARD_BUILD: UserConfig["build"] = {
  ...BROWSER_BUILD,
  emptyOutDir: true,
  // What the dashboard uses anyway; rewritten for older browsers, its styles were half as large again.
  target: ["chrome111", "firefox114", "safari16.4"],
  // `src/node/first-load.test.ts` holds what loads first to a budget.
  manifest: true,
  rolldownOptions: {
    input: { dashboard: "index.html" },
    output: {
      codeSplitting: {
        groups: [
          { name: "first", tags: ["$initial"], priority: 2 },
          // Small, and in everything: who needs one must not wait for all the forms.
          { name: "hooks", test: /@mantine\/hooks/, minShareCount: 3, priority: 1 },
          // What people press first on the screen that has just come: one file, fetched while nothing else is going on.
          { name: "soon", test: /(?:MenuItems|SwitcherMenu|Overlays)\.tsx$|kit\/api-link\.ts$/, priority: 1 },
          // What several later parts share is one file: a browser fetches six at a time. Not our own components: their
          // styles would come before those that they change.
          { name: "shared", minShareCount: 3, test: /node_modules|\.ts$/ },
        ],
      },
    },
  },
};

/**
 * `vite build --mode page`: the script of the pages that visitors see, in one file that shares nothing with others, and
 * the service worker, which is known by its address.
 */
const PAGE_BUILD: UserConfig["build"] = {
  ...BROWSER_BUILD,
  emptyOutDir: false,
  rolldownOptions: {
    input: { "visitor-page": "src/browser/page.ts", sw: "src/browser/sw/worker.ts" },
    output: { entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
  },
};

/** `vite build --mode site`: the script of the landing page and the help, in one file too. */
const SITE_BUILD: UserConfig["build"] = {
  ...BROWSER_BUILD,
  emptyOutDir: false,
  rolldownOptions: { input: { site: "src/browser/site.ts" } },
};

const CLIENT_BUILDS: Record<string, UserConfig["build"]> = { page: PAGE_BUILD, site: SITE_BUILD };

/**
 * Contracts reach the browser as plain data: where each endpoint is, limits, and sentences. Checking what is sent is the
 * server's, so zod stays there.
 */
function plainContracts(): Plugin {
  return {
    name: "plain-contracts",
    applyToEnvironment: ({ name }) => name === "client",
    load: {
      filter: { id: /\/src\/features\/[^/]+\/(?:contract|page\/settings)\.ts$/ },
      async handler(id) {
        const exported = await import(`${pathToFileURL(id)}?${statSync(id).mtimeMs}`);
        return Object.entries(exported)
          .filter(([, value]) => typeof value !== "function" && !isSchema(value))
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(plain(value))};\n`)
          .join("");
      },
    },
  };
}

function isSchema(value: unknown): boolean {
  return typeof value === "object" && value !== null && "~standard" in value;
}

/** Of an endpoint, how it is called is left. */
function plain(value: unknown): unknown {
  const isContract = Object.values(value as object).some((one) => Object.hasOwn(Object(one), "~orpc"));
  if (!isContract) return value;
  const endpoints = Object.entries(value as Record<string, AnyContractProcedure>);
  return Object.fromEntries(
    endpoints.map(([name, { "~orpc": endpoint }]) => {
      const { tags: _tags, summary: _summary, description: _description, ...route } = endpoint.route;
      return [name, { "~orpc": { errorMap: {}, meta: {}, route } }];
    }),
  );
}

/** Compresses once and for all what never changes; the server has the rest of the day to do without it. */
function brotliFiles(): Plugin {
  return {
    name: "brotli-files",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (!/^assets\/.*\.(?:js|css|svg)$/.test(file.fileName)) continue;
          const source = brotliCompressSync(file.type === "chunk" ? file.code : file.source);
          this.emitFile({ type: "asset", fileName: `${file.fileName}.br`, source });
        }
      },
    },
  };
}

/** `vite build` makes the dashboard; `vite build --ssr` the server. */
export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [react(), plainContracts(), brotliFiles()],
  publicDir: isSsrBuild || mode in CLIENT_BUILDS ? false : "public",
  ...(isSsrBuild ? { define: { "process.env.NODE_ENV": '"production"' } } : {}),
  server: {
    // In development Vite serves the dashboard; everything else is the running server's.
    proxy: {
      [NOT_THE_DASHBOARD]: {
        target: process.env.FANFARE_SERVER ?? "http://localhost:3000",
        changeOrigin: false,
      },
    },
  },
  ssr: {
    // Some 1,600 files of packages took half of the time that a start takes: they become a few. Left as they are: what
    // loads a binary or files that lie beside it.
    noExternal: true,
    external: ["@electric-sql/pglite", "sharp", "pg"],
  },
  build: isSsrBuild ? SERVER_BUILD : (CLIENT_BUILDS[mode] ?? DASHBOARD_BUILD),
}));
