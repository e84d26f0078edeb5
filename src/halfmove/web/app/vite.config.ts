// Two builds from the same sources: the studio, and the elements alone for notebooks and single files.
// File names carry no digest, so that the committed files change only where their content does.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

const OUT = "../static";

/** Writes a digest of all sources beside what was built of them: without Node it tells that nobody forgot to build. */
function stamped(): Plugin {
  return {
    name: "stamped",
    generateBundle() {
      const parts = readdirSync("src", { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const files = [
        ...parts.map((entry) => `${entry.parentPath}/${entry.name}`),
        "index.html",
        "package-lock.json",
        "vite.config.ts",
      ].sort();
      const digest = createHash("sha256");
      for (const file of files) digest.update(`${file}\n`).update(readFileSync(file));
      this.emitFile({ type: "asset", fileName: "sources.sha256", source: `${digest.digest("hex")}\n` });
    },
  };
}

export default defineConfig(({ mode }) =>
  mode === "elements"
    ? {
        publicDir: false,
        build: {
          outDir: OUT,
          emptyOutDir: false,
          target: "es2022",
          modulePreload: false,
          rollupOptions: {
            input: "src/embed.ts",
            preserveEntrySignatures: "strict",
            output: { entryFileNames: "elements.js" },
          },
        },
      }
    : {
        base: "/static/",
        plugins: [stamped()],
        build: {
          outDir: OUT,
          emptyOutDir: true,
          target: "es2022",
          modulePreload: false,
          assetsInlineLimit: 0,
          rollupOptions: {
            output: {
              entryFileNames: "studio.js",
              chunkFileNames: "[name].js",
              assetFileNames: (asset) => (asset.names[0]?.endsWith(".css") ? "studio.css" : "[name][extname]"),
            },
          },
        },
      },
);
