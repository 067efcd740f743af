// Run by the bench where luabundle is installed:
//   node bundles_luabundle.js SCRIPT MODULES ROOT ROUNDS
// Unbundles SCRIPT, and bundles ROOT with the modules in MODULES; medians in seconds.
const fs = require("fs");
const path = require("path");
const { bundleString, unbundleString } = require(path.resolve("node_modules/luabundle"));

const [script, modules, root, rounds] = process.argv.slice(2);
const text = fs.readFileSync(script, "utf8");
const entry = fs.readFileSync(root, "utf8");
const resolveModule = (name) => path.join(modules, name + ".lua");

function median(work) {
  const found = [];
  for (let round = 0; round < Number(rounds); round += 1) {
    const begin = process.hrtime.bigint();
    work();
    found.push(Number(process.hrtime.bigint() - begin) / 1e9);
  }
  return found.sort((a, b) => a - b)[Math.floor(found.length / 2)];
}

console.log(
  JSON.stringify({
    unbundle: median(() => unbundleString(text)),
    bundle: median(() => bundleString(entry, { resolveModule })),
  }),
);
