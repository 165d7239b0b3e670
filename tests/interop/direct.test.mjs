// The cases without a gateway: whatever fails here is the harness or the SDKs, not Schemagate.
import {after, before, describe, test} from 'node:test';
import * as agent03 from './agents/agent_0_3.mjs';
import * as agent10 from './agents/agent_1_0.mjs';
import {cases} from './cases.mjs';
import * as client03 from './clients/client_0_3.mjs';
import * as client10 from './clients/client_1_0.mjs';

for (const [version, {startAgent}, {connect}] of [['0.3', agent03, client03], ['1.0', agent10, client10]]) {
  describe(`v${version} client and agent`, {concurrency: true}, () => {
    const context = {};
    before(async () => {
      context.agent = await startAgent();
      context.url = context.agent.url;
      context.client = await connect(context.url);
    });
    after(() => context.agent.close());
    for (const [name, run] of Object.entries(cases)) test(name, {timeout: 20_000}, () => run(context));
  });
}
