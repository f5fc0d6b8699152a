package dev.gearbox.studies.fanoutgateway.gateway;

import dev.gearbox.studies.fanoutgateway.shape.Shape;
import java.util.List;

/**
 * What a gateway makes of its services for each request: its calls, which of them wait for the answers of others, and the join. The same for every style,
 * which decides on which threads, and what happens to the other calls when one fails.
 */
public interface Composition {
    /**
     * A call of each request.
     *
     * @param service its name
     * @param after the calls whose answers it waits for, as indices of {@link #calls}; all before its own
     */
    record Step(String service, List<Integer> after) {
        /** Copies the list. */
        public Step {
            after = List.copyOf(after);
        }

        /**
         * Returns what to ask the service for; see {@link Shape#target}.
         *
         * @param before the answers that this call waits for, in the order of {@link #after}
         */
        public String target(List<byte[]> before) {
            return Shape.target(service, before);
        }
    }

    /** Returns the calls, in an order in which none comes before one that it waits for. */
    List<Step> calls();

    /** Returns the calls of a request about a user: as many, which wait for each other in the same way, but perhaps of other services. */
    default List<Step> calls(int user) {
        return calls();
    }

    /** Returns how many calls wait for the answer of a call. */
    default int waitingFor(int call) {
        return Math.toIntExact(
                calls().stream().filter(next -> next.after().contains(call)).count());
    }

    /**
     * Returns the reply to a request, as JSON. It blocks nothing, and takes processor time: the style decides on which thread.
     *
     * @param answers of {@link #calls}, in that order
     * @throws GatewayFailure 502 if one of them is not valid; 404 if there is no such user
     */
    byte[] join(int user, List<byte[]> answers) throws GatewayFailure;
}
