package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.ShiftException;
import dev.gearbox.testkit.Check;
import dev.gearbox.testkit.Patience;
import dev.gearbox.testkit.stage.Script;
import dev.gearbox.testkit.stage.Stage;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What the behaviours about shifts have in common: asking for one, and reading its answer. */
final class Shifts {
    private Shifts() {}

    static Script echo() {
        return new Script().receiving(Connection::write);
    }

    static void shift(Connection connection, Engine to) throws Exception {
        Patience.await("shift to " + to, connection.shiftTo(to));
        Check.equal(to, connection.engine(), "the engine after a shift");
    }

    static void fails(ShiftException.Reason reason, CompletionStage<Void> shift) throws Exception {
        Check.equal(reason, failure(shift), "why there was no shift");
    }

    /** Null if it did not fail. */
    static ShiftException.@Nullable Reason failure(CompletionStage<Void> shift) throws Exception {
        Throwable thrown =
                Patience.await("the answer to a shift", shift.<@Nullable Throwable>handle((none, failure) -> failure));
        if (thrown instanceof CompletionException wrapped) {
            thrown = wrapped.getCause();
        }
        if (thrown == null) {
            return null;
        }
        Check.instance(ShiftException.class, thrown, "what a shift fails with");
        return ((ShiftException) thrown).reason();
    }

    static String who(Stage stage, Connection connection) {
        return connection.engine().equals(stage.engine()) ? "old" : "new";
    }
}
