// Does nothing, linked to everything the program is linked to: the floor of its start-up time.
int main() { return 0; }
