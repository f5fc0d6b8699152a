package dev.gearbox.studies.fanoutgateway.style;

import dev.gearbox.studies.fanoutgateway.client.BlockingClient;
import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import dev.gearbox.studies.fanoutgateway.gateway.ReplyDeadline;
import java.util.ArrayList;
import java.util.List;

/**
 * One call after another; on a pooled thread, or as the control row on a virtual one.
 *
 * <pre>
 *   request's thread   |-- posts --|-- comments --|-- albums --|-- photos --| joins |
 * </pre>
 *
 * Card: the calls do not overlap. When one fails, those after it are never made.
 *
 * @param client blocks the request's thread
 * @param composition of each request
 */
record SequentialStyle(String name, RequestThreads requestThreads, BlockingClient client, Composition composition)
        implements BlockingStyle {
    static SequentialStyle pooled(BlockingClient client, Composition composition) {
        return new SequentialStyle("sequential", RequestThreads.POOLED, client, composition);
    }

    static SequentialStyle virtual(BlockingClient client, Composition composition) {
        return new SequentialStyle("sequential-virtual", RequestThreads.VIRTUAL, client, composition);
    }

    @Override
    public byte[] overview(int user, ReplyDeadline deadline) throws GatewayFailure, InterruptedException {
        List<byte[]> answers = new ArrayList<>();
        for (Composition.Step call : composition.calls(user)) {
            List<byte[]> before = call.after().stream().map(answers::get).toList();
            answers.add(client.get(call.target(before), deadline));
        }
        return composition.join(user, answers);
    }
}
