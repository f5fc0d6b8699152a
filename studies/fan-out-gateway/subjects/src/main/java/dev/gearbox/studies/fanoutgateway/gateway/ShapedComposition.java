package dev.gearbox.studies.fanoutgateway.gateway;

import dev.gearbox.studies.fanoutgateway.shape.Shape;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The user's own calls. The join parses each answer, which is any JSON, and hashes all of them.
 *
 * @param shape of the calls and the join
 * @param calls those of the shape
 */
public record ShapedComposition(Shape shape, List<Step> calls) implements Composition {
    /** Copies the list. */
    public ShapedComposition {
        calls = List.copyOf(calls);
    }

    /** Makes a composition of a shape. */
    public ShapedComposition(Shape shape) {
        this(
                shape,
                shape.calls().stream()
                        .map(call -> new Step(call.name(), call.after()))
                        .toList());
    }

    @Override
    public byte[] join(int user, List<byte[]> answers) throws GatewayFailure {
        for (int i = 0; i < calls.size(); i++) {
            requireJson(calls.get(i).service(), answers.get(i));
        }
        return shape.join(user, answers);
    }

    private static void requireJson(String service, byte[] answer) throws GatewayFailure {
        try {
            if (JsonMapper.shared().readTree(answer).isMissingNode()) {
                throw GatewayFailure.badGateway("the service " + service + " answered with nothing");
            }
        } catch (JacksonException invalid) {
            throw GatewayFailure.badGateway("the service " + service + " answered with invalid JSON", invalid);
        }
    }
}
