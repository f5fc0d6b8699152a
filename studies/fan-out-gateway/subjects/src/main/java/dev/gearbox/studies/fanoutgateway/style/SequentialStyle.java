package dev.gearbox.studies.fanoutgateway.style;

import dev.gearbox.studies.fanoutgateway.client.BlockingClient;
import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import dev.gearbox.studies.fanoutgateway.gateway.Joins;
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
 */
record SequentialStyle(String name, RequestThreads requestThreads, BlockingClient client) implements BlockingStyle {
    static SequentialStyle pooled(BlockingClient client) {
        return new SequentialStyle("sequential", RequestThreads.POOLED, client);
    }

    static SequentialStyle virtual(BlockingClient client) {
        return new SequentialStyle("sequential-virtual", RequestThreads.VIRTUAL, client);
    }

    @Override
    public byte[] overview(int user, ReplyDeadline deadline) throws GatewayFailure, InterruptedException {
        List<byte[]> answers = new ArrayList<>();
        for (String service : Joins.SERVICES) {
            answers.add(client.get(service, deadline));
        }
        return Joins.overview(user, answers);
    }
}
